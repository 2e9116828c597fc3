import { describe, expect, it } from "vitest";
import { readCitations, wholeStatement, withoutCitations } from "./citations.ts";

describe("the citations of an answer", () => {
  it("refer to the sentence before them", () => {
    expect(readCitations("Naps help. Twenty minutes are enough. [2] So it is.")).toEqual([
      { text: "Naps help. Twenty minutes are enough." },
      { number: 2, statement: "Twenty minutes are enough." },
      { text: " So it is." },
    ]);
  });

  it("share a sentence when they follow each other", () => {
    const statements = readCitations("Sleep helps [1][3].").flatMap((part) => ("number" in part ? [part] : []));
    expect(statements).toMatchObject([
      { number: 1, statement: "Sleep helps" },
      { number: 3, statement: "Sleep helps" },
    ]);
  });

  it("refer to the last quotation, without its marks", () => {
    const answer = "They disagree: “Naps of **20 minutes** help, I say.” [1] — but “Naps harm.” [2].";
    expect(readCitations(answer)).toMatchObject([
      { text: "They disagree: “Naps of **20 minutes** help, I say.”" },
      { number: 1, statement: "Naps of 20 minutes help, I say." },
      { text: " — but “Naps harm.”" },
      { number: 2, statement: "Naps harm." },
      { text: "." },
    ]);
    // Text is rendered in pieces, which end where bold text starts.
    expect(wholeStatement(readCitations(answer), 1, "help, I say.")).toBe("Naps of 20 minutes help, I say.");
    expect(wholeStatement(readCitations(answer), 3, "Unknown.")).toBe("Unknown.");
  });

  it("are not read from other brackets", () => {
    expect(readCitations("a[0x1] [one] [1234]")).toEqual([{ text: "a[0x1] [one] [1234]" }]);
    expect(readCitations("")).toEqual([]);
  });

  it("refer to text that is near enough", () => {
    const statementAfter = (length: number) => readCitations(`${"a".repeat(length)} [1]`).at(-1);
    expect(statementAfter(1_000)).toEqual({ number: 1, statement: "a".repeat(1_000) });
    expect(statementAfter(50_000)).toEqual({ number: 1, statement: "a".repeat(1_000) });
  });

  it("can be left out", () => {
    expect(withoutCitations("Naps help [1]. So does light [2][3].")).toBe("Naps help. So does light.");
  });
});
