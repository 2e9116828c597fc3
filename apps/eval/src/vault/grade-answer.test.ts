import { describe, expect, it } from "vitest";
import { gradeAnswer, type CitedAnswer, type Verdict } from "./grade-answer.ts";
import { QuestionLine } from "./vault-lines.ts";

const SUPERSEDED = new Set(["kettle/old"]);

function aQuestion(rule: object) {
  return QuestionLine.parse({ key: "q", kind: "fact", language: "en", question: "What?", ...rule });
}

function gradeOf(rule: object, answer: string, ...sources: string[]) {
  return gradeAnswer(aQuestion(rule), { answer, sources }, SUPERSEDED);
}

function verdictOf(rule: object, answer: string, ...sources: string[]): Verdict {
  return gradeOf(rule, answer, ...sources).verdict;
}

describe("a question that the notes answer", () => {
  const RULE = { sources: ["kettle"], right: ["\\b90\\b", "degrees"], wrong: ["fahrenheit"], clutter: ["saucer"] };

  it("is answered right with all words and a right note", () => {
    expect(verdictOf(RULE, "The kettle stops at 90 Degrees [1].", "kettle")).toBe("right");
    expect(verdictOf({ ...RULE, enough: 1 }, "At 90 [1].", "other", "kettle")).toBe("right");
  });

  it("is answered in part with a right note alone", () => {
    expect(verdictOf(RULE, "The kettle is on the stove [1].", "kettle")).toBe("in part");
    expect(verdictOf(RULE, "The kettle stops at 90 degrees, and a saucer cracks [1].", "kettle")).toBe("in part");
    expect(verdictOf({ ...RULE, partly: ["stove"] }, "On the stove [1].", "stove")).toBe("in part");
  });

  it("is answered wrong without a right note", () => {
    expect(verdictOf(RULE, "The bath has 90 degrees [1].", "bath")).toBe("wrong");
    expect(verdictOf(RULE, "The kettle is on the stove [1].", "stove")).toBe("wrong");
  });

  it("is answered with an invention where the words are false", () => {
    expect(verdictOf(RULE, "At 90 degrees Fahrenheit [1].", "kettle")).toBe("invented");
  });

  it("is left open by an abstention and by a question in return", () => {
    expect(verdictOf(RULE, "Your notes do not answer this: 90 degrees.")).toBe("abstained");
    expect(verdictOf(RULE, "Do you mean the kettle at 90 degrees [1]?", "kettle")).toBe("abstained");
    expect(verdictOf(RULE, "At 90 degrees [1]. Enough", "kettle")).toBe("right");
  });

  it("is compared without citation marks, emphasis and typographic signs", () => {
    const rule = { sources: ["kettle"], right: ['it\'s "hot" at 9-10'] };
    expect(verdictOf(rule, "It’s “**hot**” [1] at ９–10", "kettle")).toBe("right");
    expect(verdictOf(rule, "It is hot at 9–10 [1]", "kettle")).toBe("in part");
  });
});

it("takes at most 400 characters for the right answer to a question for one thing", () => {
  const rule = { sources: ["kettle"], right: ["blue"] };
  const answer = (characters: number) => `It is blue${".".repeat(characters - 10)} [1]`;
  expect(verdictOf(rule, answer(400), "kettle")).toBe("right");
  expect(verdictOf(rule, answer(401), "kettle")).toBe("in part");
  expect(verdictOf({ ...rule, right: ["blue", "it is"] }, answer(401), "kettle")).toBe("right");
});

describe("a question for one number", () => {
  const RULE = { sources: ["kettle"], right: ["\\b90\\b"] };

  it("is answered with an invention by another number at the beginning", () => {
    expect(verdictOf(RULE, "12: “12 cups, then it stops.” [1]", "kettle")).toBe("invented");
  });

  it("can be answered after another number, and misses in part within a sentence", () => {
    expect(verdictOf(RULE, "12 cups, at 90 degrees [1]", "kettle")).toBe("right");
    expect(verdictOf(RULE, "The kettle has 12 cups [1]", "kettle")).toBe("in part");
    expect(verdictOf({ ...RULE, right: ["90", "cups"] }, "12 cups [1]", "kettle")).toBe("in part");
  });
});

describe("a question for yes or no", () => {
  const RULE = { sources: ["kettle"], polarity: "no" };

  it("is answered right by the polarity first", () => {
    expect(verdictOf(RULE, "No: “The kettle never whistles” [1]", "kettle")).toBe("right");
    expect(verdictOf({ ...RULE, right: ["never"] }, "No, it hums [1]", "kettle")).toBe("in part");
  });

  it("is answered in part by a quotation", () => {
    expect(verdictOf(RULE, "“No kettle whistles” [1]", "kettle")).toBe("in part");
  });

  it("is answered with an invention by the opposite", () => {
    expect(verdictOf(RULE, "Yes: “The kettle never whistles” [1]", "kettle")).toBe("invented");
  });
});

describe("a question that no note answers", () => {
  const RULE = { abstain: true };

  it("is answered right by an abstention and by a question in return", () => {
    expect(verdictOf(RULE, "Your notes do not answer this.")).toBe("right");
    expect(verdictOf(RULE, "Which kettle [1]?", "kettle")).toBe("right");
  });

  it("is answered with an invention by anything else", () => {
    expect(verdictOf(RULE, "The kettle is blue [1].", "kettle")).toBe("invented");
  });
});

describe("a superseded claim", () => {
  const RULE = { sources: ["kettle/new"], right: ["blue"] };
  const OLD_AND_NEW = ["kettle/new", "kettle/old"];

  it("takes the answer its rightness when it is cited as current", () => {
    const grade = gradeOf(RULE, "“The kettle is blue” [1]\n“The kettle was red” [2]", ...OLD_AND_NEW);
    expect(grade).toEqual({ verdict: "in part", stale: ["kettle/old"] });
    expect(gradeOf(RULE, "“The kettle is red” [1]", "kettle/old")).toEqual({ verdict: "wrong", stale: ["kettle/old"] });
    expect(gradeOf({ abstain: true }, "“The kettle is red” [1]", "kettle/old").stale).toEqual(["kettle/old"]);
  });

  it("can be cited as history", () => {
    const grade = gradeOf(RULE, "“The kettle is blue” [1]\nIt replaced “The kettle is red” [2]", ...OLD_AND_NEW);
    expect(grade).toEqual({ verdict: "right", stale: [] });
  });

  it("answers a question about the past, and the present claim does not", () => {
    const rule: object = { sources: OLD_AND_NEW, right: ["red"], past: true };
    const past = (answer: string, ...sources: string[]): CitedAnswer => ({ answer, sources });
    const grade = (answer: CitedAnswer) => gradeAnswer(aQuestion(rule), answer, SUPERSEDED);
    expect(grade(past("“The kettle is red” [1]", "kettle/old"))).toEqual({ verdict: "right", stale: [] });
    expect(grade(past("“It is blue and no longer red” [1]", "kettle/new")).verdict).toBe("right");
    expect(grade(past("“It whistles” [1]", "kettle/old")).verdict).toBe("in part");
    expect(grade(past("“The kettle is blue” [1]", "kettle/new")).verdict).toBe("wrong");
  });
});
