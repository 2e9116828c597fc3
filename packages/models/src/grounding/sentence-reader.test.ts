import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSentenceReader, sentencesOf } from "./sentence-reader.ts";

describe("a whole text", () => {
  it.each([
    ["Grace moved. Ada stayed.", ["Grace moved. ", "Ada stayed."]],
    ["Grace moved [1]. Ada stayed [2].", ["Grace moved [1]. ", "Ada stayed [2]."]],
    ["Grace moved. [1] Ada stayed. [2][3]", ["Grace moved. [1] ", "Ada stayed. [2][3]"]],
    [
      "Dr. Grace met J. Doe at 3.5 km, i.e. far away. Fine.",
      ["Dr. Grace met J. Doe at 3.5 km, i.e. far away. ", "Fine."],
    ],
    ["- one [1]\n- two [2]\n\nEnd", ["- one [1]\n", "- two [2]\n\n", "End"]],
    ["1. Buy milk [1]\n2. Buy tea [2]", ["1. Buy milk [1]\n", "2. Buy tea [2]"]],
    ["彼女は去った。彼は残った。", ["彼女は去った。", "彼は残った。"]],
    ["He said “No.” She left.", ["He said “No.” ", "She left."]],
    ["", []],
  ])("%j is split where sentences end", (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences);
  });
});

describe("a text that is still coming", () => {
  it.each([
    ["Grace moved.", "Grace moved."],
    ["Grace moved. ", "Grace moved. "],
    ["Grace moved. [", "Grace moved. ["],
    ["Grace moved. [1] ", "Grace moved. [1] "],
    ["One. Two", "Two"],
    ["Grace moved [1].", "Grace moved [1]."],
    ["Grace moved [1]. ", ""],
  ])("%j leaves %j to wait for more", (text, rest) => {
    const reader = createSentenceReader();
    reader.read(text);
    expect(reader.rest()).toBe(rest);
  });

  it("loses no character, however it is cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(". ", "[1]", "\n", "!", "e.g. ", " "), fc.lorem({ maxCount: 3 }))),
        (pieces) => {
          const reader = createSentenceReader();
          const sentences = pieces.flatMap((piece) => reader.read(piece));
          expect([...sentences, ...sentencesOf(reader.rest())].join("")).toBe(pieces.join(""));
        },
      ),
    );
  });
});

describe("a sentence that does not end", () => {
  it.each([
    ["at a space", `${"word ".repeat(900)}end`, 4_000],
    ["between letters where there is no space", "x".repeat(4_500), 4_000],
    ["between two characters, not inside one", `x${"🦉".repeat(2_250)}`, 3_999],
  ])("is cut %s", (_, text, length) => {
    const reader = createSentenceReader();
    const sentences = [...text.match(/.{1,7}/gsu)!].flatMap((piece) => reader.read(piece));
    expect(sentences.map((sentence) => sentence.length)).toEqual([length]);
    expect(sentences.join("") + reader.rest()).toBe(text);
    expect(sentencesOf(text).join("")).toBe(text);
    for (const sentence of sentencesOf(text)) expect(sentence.isWellFormed()).toBe(true);
  });

  it("is whole up to the limit", () => {
    const text = "x".repeat(4_000);
    expect(sentencesOf(text)).toEqual([text]);
    expect(sentencesOf(`${text}x`)).toEqual([text, "x"]);
  });

  it.each([
    ["abbreviations", "a. b. c. ".repeat(700)],
    ["full stops", ".".repeat(80_000)],
    ["full stops before a letter", `${".".repeat(80_000)}x`],
    ["quotes behind full stops", `.${'"'.repeat(80_000)}x`],
    ["spaces", `. ${" ".repeat(80_000)}x`],
    ["lines", "\n".repeat(80_000)],
    ["marks that begin", "[1†".repeat(20_000)],
    ["marks", "a. [1]".repeat(10_000)],
    ["letters", "x".repeat(80_000)],
  ])("of %s is read at once and in pieces without reading it over and over", (_, text) => {
    const startUsage = process.cpuUsage();
    const reader = createSentenceReader();
    const sentences = [...(text.match(/.{1,40}/gs) ?? [])].flatMap((piece) => reader.read(piece));
    const whole = sentencesOf(text);
    const { user, system } = process.cpuUsage(startUsage);
    expect((user + system) / 1_000).toBeLessThan(1_500);
    expect(sentences.length + whole.length).toBeGreaterThan(0);
  });
});
