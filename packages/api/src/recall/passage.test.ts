import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passagesFor } from "./passage.ts";

const FILLER = "Reviews at growing intervals keep recall high for a fraction of the time. ";
const LONG = `${FILLER.repeat(30)}Owls hunt at night. ${FILLER.repeat(30)}`;

describe("passageOf", () => {
  it("is the whole of a short note", async () => {
    expect(await passagesFor("bats").passageOf("  Owls hunt at night. ", undefined)).toBe("Owls hunt at night.");
  });

  it("is the window that matched", async () => {
    expect(await passagesFor("owls").passageOf("One two three", { start: 4, end: 8 })).toBe("two");
  });

  it("is the window with most of the question's words where only words matched", async () => {
    expect(await passagesFor("When do owls hunt?").passageOf(LONG, undefined)).toContain("Owls hunt at night.");
    expect((await passagesFor("When do owls hunt?").passageOf(LONG, undefined)).length).toBeLessThan(1_500);
  });

  it("is the head when no word matches", async () => {
    expect(LONG.startsWith(await passagesFor("What is it?").passageOf(LONG, undefined))).toBe(true);
    expect(LONG.startsWith(await passagesFor("xylophone").passageOf(LONG, undefined))).toBe(true);
  });

  it("is never empty, for any content and question", async () => {
    const content = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 4_000 })
      .filter((text) => text.trim() !== "");
    await fc.assert(
      fc.asyncProperty(content, fc.string(), async (text, query) => {
        const passage = await passagesFor(query).passageOf(text.trim(), undefined);
        expect(text).toContain(passage);
      }),
      { numRuns: 50 },
    );
  });
});

it("yields to other work while it reads a long note", async () => {
  let turns = 0;
  const turn = { isOver: () => true, next: async () => void turns++ };
  const passages = passagesFor("When do owls hunt?");
  await passages.passageOf(LONG, undefined, turn);
  expect(turns).toBeGreaterThan(5);
  turns = 0;
  await passages.answerPassage(LONG, undefined, turn);
  expect(turns).toBeGreaterThan(5);
});

describe("answerPassage", () => {
  it("is the matching passage with its surroundings", async () => {
    const passage = await passagesFor("When do owls hunt?").passageOf(LONG, undefined);
    const { text: passageText, snippet } = await passagesFor("When do owls hunt?").answerPassage(LONG, undefined);
    expect(snippet).toBe(passage);
    expect(passageText).toContain(passage);
    expect(passageText.length).toBeGreaterThan(passage.length + 300);
    expect(passageText.length).toBeLessThanOrEqual(1_500);
  });

  it("begins and ends with the note, and is the whole of a short one", async () => {
    expect(LONG.startsWith((await passagesFor("?").answerPassage(LONG, { start: 0, end: 100 })).text)).toBe(true);
    expect(
      LONG.trim().endsWith(
        (await passagesFor("?").answerPassage(LONG, { start: LONG.length - 100, end: LONG.length })).text,
      ),
    ).toBe(true);
    expect((await passagesFor("bats").answerPassage(" Owls hunt at night. ", undefined)).text).toBe(
      "Owls hunt at night.",
    );
  });

  it("returns a larger window unchanged", async () => {
    expect((await passagesFor("?").answerPassage("a".repeat(2_000), { start: 0, end: 1_700 })).text).toHaveLength(
      1_700,
    );
  });
});

describe("coverage", () => {
  it("is the share of the question's words that the texts hold", () => {
    expect(passagesFor("When do owls hunt mice?").coverage(["Owls hunting", "at night"])).toBeCloseTo(2 / 3, 12);
    expect(passagesFor("owls").coverage(["An owl"])).toBe(1);
    expect(passagesFor("bats").coverage(["An owl"])).toBe(0);
  });

  it("keeps alternating questions apart", () => {
    const [owls, bats] = [passagesFor("owls"), passagesFor("bats and mice")];
    expect([owls.coverage(["An owl"]), bats.coverage(["A mouse, mice"])]).toEqual([1, 0.5]);
    expect([owls.coverage(["A bat"]), bats.coverage(["A bat"])]).toEqual([0, 0.5]);
  });

  it("counts each word once and stop words never", () => {
    expect(passagesFor("the owl, the owls and the bat").coverage(["the owl"])).toBe(0.5);
    expect(passagesFor("What is it?").coverage(["What is it?"])).toBe(0);
  });
});
