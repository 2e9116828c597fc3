import { cpuTimeOf } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { phrasingBonus } from "./phrasing.ts";

const QUESTION = "Where does the barn owl hunt field mice?";

describe("phrasingBonus", () => {
  it("prefers words that are close together, as in the question", async () => {
    const [together, apart] = await phrasingBonus(QUESTION, [
      text("", "The barn owl hunts field mice."),
      text("", "A field. A barn, and far from it for many years now, the mice; never an owl that would hunt."),
    ]);
    expect(together).toBeCloseTo(0.1, 12);
    expect(apart).toBeLessThan(0.07);
  });

  it("counts nothing over eight words apart", async () => {
    const gap = (words: number) => `barn ${"x ".repeat(words)}owl`;
    const [near, far] = await phrasingBonus("barn owl", [text("", gap(7)), text("", gap(8))]);
    expect(near).toBeGreaterThan(0);
    expect(far).toBe(0);
  });

  it("prefers words of the question in the title, each once", async () => {
    const [both, one, none] = await phrasingBonus(QUESTION, [
      text("Owls: mice eaters, mice lovers", ""),
      text("Owl owl owl", ""),
      text("Bats", "owl"),
    ]);
    expect(both).toBeCloseTo(0.05, 12);
    expect(one).toBeCloseTo(0.025, 12);
    expect(none).toBe(0);
  });

  it("does not pair the end of a title with the beginning of the passage", async () => {
    expect((await phrasingBonus("barn owl", [text("barn", "owl"), text("barn owl", "")]))[0]).toBeLessThan(0.05);
  });

  it("prefers a title that the question names, the more, the fewer texts have its words", async () => {
    const bonusOf = async (...others: string[]) => {
      const texts = [text("Barn", "", true), ...others.map((other) => text("", other))];
      return (await phrasingBonus("barn", texts))[0];
    };
    expect(await bonusOf()).toBeCloseTo(0.05 + 0.2, 12);
    expect(await bonusOf("owls", "mice")).toBeCloseTo(0.05 + 0.2, 12);
    expect(await bonusOf("a barn", "mice")).toBeCloseTo(0.05 + 0.1, 12);
    expect(await bonusOf("a barn", "the barn")).toBeCloseTo(0.05, 12);
    expect((await phrasingBonus("barn", [text("Barn", "")]))[0]).toBeCloseTo(0.05, 12);
  });

  it("gives no bonus without words to compare", async () => {
    expect(await phrasingBonus("What is it?", [text("What is it?", "What is it?")])).toEqual([0]);
    expect(await phrasingBonus("owl owl owl", [text("", "owl owl")])).toEqual([0]);
    expect(await phrasingBonus(QUESTION, [])).toEqual([]);
  });

  it("stays quick on a text of one word repeated", async () => {
    const long = text("", "barn owl ".repeat(20_000));
    expect(await cpuTimeOf(() => phrasingBonus("barn owl barn owl barn owl", [long]))).toBeLessThan(2_000);
  });
});

function text(title: string, passage: string, isNamed = false) {
  return { title, passage, isNamed };
}
