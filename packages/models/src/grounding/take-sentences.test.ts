import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { takeSentences } from "./take-sentences.ts";

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
    expect(takeSentences(text, true)).toEqual({ sentences, rest: "" });
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
    expect(takeSentences(text, false).rest).toBe(rest);
  });

  it("loses no character, however it is cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(". ", "[1]", "\n", "!", "e.g. ", " "), fc.lorem({ maxCount: 3 }))),
        (pieces) => {
          let buffer = "";
          const taken: string[] = [];
          for (const piece of pieces) {
            const { sentences, rest } = takeSentences(buffer + piece, false);
            taken.push(...sentences);
            buffer = rest;
          }
          expect([...taken, ...takeSentences(buffer, true).sentences].join("")).toBe(pieces.join(""));
        },
      ),
    );
  });
});
