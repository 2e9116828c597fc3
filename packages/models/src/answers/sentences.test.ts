import { describe, expect, it } from "vitest";
import { splitSentences } from "./sentences.ts";

const texts = (text: string) => splitSentences(text).map((sentence) => sentence.text);

describe("sentences", () => {
  it.each([
    ["One. Two! Three?", ["One.", "Two!", "Three?"]],
    [
      "Dr. Smith met Mrs. Jones at 5 p.m. on Monday. They talked.",
      ["Dr. Smith met Mrs. Jones at 5 p.m. on Monday.", "They talked."],
    ],
    [
      "Use a cache, e.g. Redis, i.e. memory. J. R. Tolkien vs. No. 5.",
      ["Use a cache, e.g. Redis, i.e. memory.", "J. R. Tolkien vs. No. 5."],
    ],
    ["He said no. She left with option b. They agreed.", ["He said no.", "She left with option b.", "They agreed."]],
    ["Version 3.5 costs $1.20. It ships.", ["Version 3.5 costs $1.20.", "It ships."]],
    [
      "Er kam am 3. Mai und ging am 12. Es war 2024. Danach nichts.",
      ["Er kam am 3. Mai und ging am 12.", "Es war 2024.", "Danach nichts."],
    ],
    ["It opened. (11:53 am on 23 March, 2023)", ["It opened. (11:53 am on 23 March, 2023)"]],
    ["猫が好きです。犬も好きです。", ["猫が好きです。", "犬も好きです。"]],
  ])("of %j", (text, expectedTexts) => {
    expect(texts(text)).toEqual(expectedTexts);
  });

  it("end with the line, without marks of lists, headings, tasks and quotes", () => {
    const text =
      "# Heading\n\n- first\n* second\n12. twelfth\n> quoted\n- [x] done\n---\n```ts\nconst a = 1;\n```\nlast";
    expect(texts(text)).toEqual(["Heading", "first", "second", "twelfth", "quoted", "done", "const a = 1;", "last"]);
  });

  it("leave out pieces without a word, and change citation marks", () => {
    expect(texts("… !!\n[1] says so.")).toEqual(["(1) says so."]);
  });

  it("are those of the beginning when a text is very long", () => {
    expect(splitSentences("word. ".repeat(100_000)).length).toBeLessThan(1_000);
  });

  it("carry the label that their line begins with; another colon makes no label", () => {
    expect(splitSentences("Ada Lovelace: I agree. It works.\nThe rule: be kind")).toEqual([
      { text: "Ada Lovelace: I agree.", label: "Ada Lovelace", isItem: false, isCode: false },
      { text: "Ada Lovelace: … It works.", label: "Ada Lovelace", isItem: false, isCode: false },
      { text: "The rule: be kind", label: null, isItem: false, isCode: false },
    ]);
  });

  it("know which lines are items of a list, rows of a table or code", () => {
    const text = "Parts:\n- a board\n1. a case\n\n| part | price |\n|---|---|\n| lid | 3 |\n```\n- x\n```";
    expect(splitSentences(text).map(({ text: own, isItem, isCode }) => [own, isItem, isCode])).toEqual([
      ["Parts:", false, false],
      ["a board", true, false],
      ["a case", true, false],
      ["lid: price 3", true, false],
      ["x", false, true],
    ]);
  });
});
