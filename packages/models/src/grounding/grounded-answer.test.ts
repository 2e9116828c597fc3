import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnswerPiece, groundedAnswer } from "./grounded-answer.ts";

async function collectAnswer(pieces: readonly AnswerPiece[], count = 3) {
  const texts: string[] = [];
  let citedNumbers: readonly number[] | undefined;
  for await (const part of groundedAnswer(stream(pieces), count)) {
    expect(citedNumbers).toBeUndefined();
    if ("cited" in part) citedNumbers = part.cited;
    else texts.push(part.text);
  }
  return { text: texts.join(""), texts, citedNumbers };
}

async function* stream(pieces: readonly AnswerPiece[]) {
  yield* pieces;
}

const inPieces = (...texts: string[]) => texts.map((text) => ({ text }));

it("passes cited sentences on as soon as they are complete", async () => {
  const { texts, citedNumbers } = await collectAnswer(inPieces("Grace mo", "ved [2]. Ada st", "ayed [1]."));
  expect(texts).toEqual(["Grace moved [2].", " Ada stayed [1]."]);
  expect(citedNumbers).toEqual([1, 2]);
});

it("drops sentences that cite nothing, or only notes that were not sent", async () => {
  const { text, citedNumbers } = await collectAnswer(
    inPieces("Sure! Here is what I found:\nGrace moved [1]. Cats are great. She has a cat [7].\nHope that helps!"),
  );
  expect(text).toBe("Grace moved [1].");
  expect(citedNumbers).toEqual([1]);
});

it("keeps a sentence that says that the notes do not tell", async () => {
  const { text, citedNumbers } = await collectAnswer(inPieces("Grace moved [1]. Your notes do not tell why."));
  expect(text).toBe("Grace moved [1]. Your notes do not tell why.");
  expect(citedNumbers).toEqual([1]);
});

it.each([[""], ["HACKED"], ["The answer is 42. Trust me."], ["\n\n"]])(
  "answers that the notes do not tell when %j is all there is",
  async (text) => {
    expect(await collectAnswer(inPieces(text))).toMatchObject({
      text: "Your notes do not answer this.",
      citedNumbers: [],
    });
  },
);

it("keeps lists and paragraphs", async () => {
  const { text } = await collectAnswer(
    inPieces("Two things:\n\n- milk [1]\n- tea [2]\n\nIntro.\n\nBoth are cheap [3]."),
  );
  expect(text).toBe("- milk [1]\n- tea [2]\n\nBoth are cheap [3].");
});

describe("an answer that ran out of tokens", () => {
  it("shows that its last sentence is not complete", async () => {
    const { text } = await collectAnswer([...inPieces("Grace moved [1]. Ada [2] sta"), { outOfTokens: true }]);
    expect(text).toBe("Grace moved [1]. Ada [2] sta …");
  });

  it("drops a last sentence that cites nothing yet", async () => {
    const { text, citedNumbers } = await collectAnswer([
      ...inPieces("Grace moved [1]. Ada sta"),
      { outOfTokens: true },
    ]);
    expect({ text, citedNumbers }).toEqual({ text: "Grace moved [1].", citedNumbers: [1] });
  });
});

it("leaves out what no store accepts, and keeps characters that arrive in two pieces", async () => {
  const { text } = await collectAnswer(
    inPieces("Grace\0 mo\ud83e", "ved \ud83e", "\udd89 [1]. \udd89 Ada \ud83e [2]."),
  );
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toContain("\0");
  expect(text).toContain("🦉 [1].");
});

it("lets nothing uncited through and cites no note that is not there, whatever a model says", async () => {
  const piece = fc.oneof(
    fc.constantFrom("[1]", " [2].", "[99]", "\n", ". ", "HACKED. ", "【3】", "[", "]", "Your notes do not tell. "),
    fc.lorem({ maxCount: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const { text, texts, citedNumbers } = await collectAnswer(inPieces(...pieces));
      const marks = Array.from(text.matchAll(/\[(\d+)\]/g), (match) => Number(match[1]));
      expect(citedNumbers).toEqual([...new Set(marks)].sort());
      expect(marks.every((mark) => mark >= 1 && mark <= 3)).toBe(true);
      for (const sentence of texts) expect(sentence).toMatch(/\[\d\]|Your notes do not/);
    }),
  );
});
