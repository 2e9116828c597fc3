import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSentencePieces } from "./sentence-pieces.ts";
import { createTokenIds } from "./token-ids.ts";

const SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"];
/** Longer pieces score better than what they are made of, but for `▁an`. */
const SCORES: Readonly<Record<string, number>> = {
  "▁": -3,
  a: -4,
  n: -4,
  é: -4,
  "▁a": -5,
  "▁an": -12,
  na: -5,
  nana: -6,
  会: -5,
  会議: -6,
  f: -4,
  i: -4,
};

const pieces = [...SPECIAL, ...Object.keys(SCORES), "<mask>"];
const encode = createSentencePieces(vocabulary());
const textOf = (text: string) => encode(text).map((id) => pieces[id]);

describe("sentence pieces", () => {
  it.each([
    ["the pieces with the greatest sum, not the longest first", "an", ["▁a", "n"]],
    ["each word with the blank before it", "a  a\n", ["▁a", "▁a"]],
    ["words without blanks between them", "会議会", ["▁", "会議", "会"]],
    ["letters as one form of Unicode writes them", "\ufb01e\u0301", ["▁", "f", "i", "é"]],
    ["unknown signs in a row as one", "a𓀀𓀁n", ["▁a", "<unk>", "n"]],
    ["special tokens that a text writes as unknown signs", "<s>", ["▁", "<unk>"]],
    ["nothing", "", []],
  ])("are %s", (_, text, expectedPieces) => {
    expect(textOf(text)).toEqual(["<s>", ...expectedPieces, "</s>"]);
  });

  it("are those of the whole text when it is long", () => {
    const tokenIds = createTokenIds(encode, 512);
    const whole = createTokenIds((text) => [...encode(text)], Number.MAX_SAFE_INTEGER);
    for (const text of ["banana ".repeat(9_000), "会議".repeat(20_000), "n".repeat(50_000), "𓀀 a".repeat(9_000)]) {
      const ids = whole(text);
      expect(tokenIds(text)).toEqual([...ids.slice(0, 511), ids.at(-1)]);
    }
  });

  it("begin and end for any text, and say all of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "n", "é", " ", "x", "y") }), (text) => {
        const words = text.trim() === "" ? "" : `▁${text.trim().replace(/\s+/g, "▁")}`;
        expect(textOf(text).join("")).toBe(`<s>${words.replace(/[xy]+/g, "<unk>")}</s>`);
      }),
    );
  });
});

/** As the package lays it out: counts and special ids, offsets, scores, text. */
function vocabulary(): Buffer {
  const texts = pieces.map((piece) => Buffer.from(piece));
  const header = Buffer.alloc(28);
  [pieces.length, 0, 2, 1, 3].forEach((value, place) => header.writeInt32LE(value, 4 * place));
  let end = 0;
  const offsets = Uint32Array.from([0, ...texts.map(({ length }) => (end += length))]);
  const scores = Float32Array.from(pieces, (piece) => SCORES[piece] ?? 0);
  return Buffer.concat([header, Buffer.from(offsets.buffer), Buffer.from(scores.buffer), ...texts]);
}
