import type { Passage } from "@knote/api";
import { describe, expect, it } from "vitest";
import { answerOf, passagesFor } from "./a-passage.ts";
import { NO_ANSWER } from "./answerable.ts";
import { createExtractModel } from "./extract-model.ts";

const model = createExtractModel();

async function answer(query: string, ...notes: readonly Partial<Passage>[]): Promise<string> {
  return (await answerOf(model, { query, passages: passagesFor(query, notes) })).text;
}

const KNEES = {
  title: "Knees: what helps and what doesn't",
  text: "Helps: walking, the warm bath, sleep. Doesn't help: the brace, the ointment. Dr Bly says ten minutes a day.",
};

describe("a note with labels", () => {
  it("says of what a label lists what the label says", async () => {
    expect(await answer("Does the brace help my knees?", KNEES)).toBe(
      "No: “Doesn't help: the brace, the ointment.” [1]",
    );
    expect(await answer("Does walking help my knees?", KNEES)).toMatch(/^Yes: “Helps: walking/);
  });

  it("says nothing of what it does not list", async () => {
    expect(await answer("Does swimming help my knees?", KNEES)).not.toMatch(/^(?:Yes|No)/);
  });

  it("answers what is not so with what it denies", async () => {
    expect(await answer("What does not help my knees?", KNEES)).toContain("“Doesn't help: the brace, the ointment.”");
  });
});

describe("yes or no", () => {
  it("comes from the sentence about what is asked", async () => {
    const note = { title: "No beer after eight in the evening", text: "I sleep badly otherwise. Juice is fine." };
    expect(await answer("Is juice okay in the evening?", note)).toBe("Yes: “Juice is fine.” [1]");
    expect(await answer("Is beer okay in the evening?", note)).toMatch(/^No: “No beer/);
  });
});

describe("a sum without a currency", () => {
  const kiln = { title: "The kiln is now a Borg 40", text: "Delivered on 3 March 2025, cost 2,150 with the shelves." };

  it("is a sum beside a word for money", async () => {
    expect(await answer("What did the new kiln cost?", kiln)).toMatch(/^2,150: /);
    const filter = { title: "Pump filter", text: "Change it every nine months. Filters come from Orr, 23 each." };
    expect(await answer("What is the price of a filter?", filter)).toMatch(/^23: /);
  });

  it("is no year, no measure and no count", async () => {
    const oven = { title: "The oven", text: "Bought in 2019. It heats to 300 degrees and costs 4 hours of cleaning." };
    expect(await answer("What did the oven cost?", oven)).toBe(NO_ANSWER);
  });
});

describe("a question for a day", () => {
  it("is not answered by a year", async () => {
    const fair = { title: "Summer fair 2026: stalls", text: "In the old barn, Saturday 4 July 2026. Bring tables." };
    expect(await answer("What day is the summer fair?", fair)).toMatch(/^4 July 2026: /);
    const plan = { title: "Summer fair 2026: stalls", text: "In the old barn. Bring tables." };
    expect(await answer("What day is the summer fair?", plan)).not.toMatch(/^2026/);
  });
});

describe("there is no answer from a note", () => {
  it("without the things that a question names in the plural", async () => {
    const beans = {
      title: "Beans: sow after 15 May",
      text: "Twice I did in April and lost all to frost.",
      similarity: 0.4,
    };
    expect(await answer("When do I sow pumpkins?", beans)).toBe(NO_ANSWER);
    expect(await answer("When do I sow beans?", beans)).toContain("15 May");
  });

  it("that says nothing of what the question says of the thing", async () => {
    const van = { title: "The van is a grey Tramp from 2017", text: "The rack takes 100 kg.", similarity: 0.5 };
    expect(await answer("Which company is the van insured with?", van)).toBe(NO_ANSWER);
    expect(await answer("Which rack does the van have?", van)).toContain("100 kg");
  });
});
