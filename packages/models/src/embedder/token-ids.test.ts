import { Tokenizer } from "@huggingface/tokenizers";
import { cpuTimeOf } from "@knote/testkit";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTokenIds } from "./token-ids.ts";
import { createWordPieces } from "./word-pieces.ts";

const CLS = 101;
const SEP = 102;
const MAX_TOKENS = 256;

const assets = new URL("../../assets/all-minilm-l6-v2/", import.meta.url);
const tokenizer = readJson("tokenizer.json");
const config = readJson("tokenizer_config.json");
const golden = readJson("golden.json") as { text: string; ids: number[] }[];
const tokenIds = createTokenIds(createWordPieces(tokenizer, config), MAX_TOKENS);
const whole = new Tokenizer(tokenizer, config);

describe("token ids", () => {
  it("are the reference tokenizer's on the golden texts", () => {
    for (const { text, ids } of golden) expect(tokenIds(text), text.slice(0, 60)).toEqual(ids);
  });

  it.each([
    ["prose", "Spaced repetition works because recall strengthens memory; notes should be linked. ".repeat(600)],
    ["Chinese and Japanese without spaces", "日本語テスト東京".repeat(6_000)],
    ["one word of 50,000 letters", "x".repeat(50_000)],
    ["words longer than a token may be, without end", `${"x".repeat(150)} `.repeat(330)],
    ["a word that lies across the first cut", `${"a ".repeat(2_040)}${"b".repeat(90)} ${"c d ".repeat(3_000)}`],
    ["text behind 49,000 blanks", `${" ".repeat(49_000)}the end`],
    ["text behind letters that vanish", `${"\u200b".repeat(20_000)}zero width ${"e\u0301".repeat(10_000)} accents`],
    ["emoji", "🚀👩‍💻 ".repeat(7_000)],
    ["lone surrogates", "\ud83d word \ude80 ".repeat(4_000)],
    ["special tokens written out", "[SEP] and [CLS] ".repeat(3_000)],
    ["punctuation", "!?…—".repeat(12_000)],
  ])("are those of the whole text when it is long: %s", (_, text) => {
    expect(tokenIds(text)).toEqual(cutToWindow(whole.encode(text).ids));
  });

  it("are those of the whole text for any text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.constantFrom("Σίσυφος", "naïve", "[SEP", "x".repeat(99), "日本", " ", "\n\n", "word"),
    );
    const repeatedPieces = fc.tuple(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 400 }));
    fc.assert(
      fc.property(repeatedPieces, ([pieces, times]) => {
        const text = pieces.join("").repeat(times).slice(0, 50_000);
        expect(tokenIds(text)).toEqual(cutToWindow(whole.encode(text).ids));
      }),
      { numRuns: 30 },
    );
  });

  it("are only [CLS] and [SEP] for an empty text", () => {
    expect(tokenIds("")).toEqual([CLS, SEP]);
  });

  it("are read from the beginning of a long text when that is enough", async () => {
    const text = "Notes should be atomic and linked. ".repeat(1_400);
    const own = await cpuTimeOf(() => tokenIds(text), { rounds: 7 });
    const all = await cpuTimeOf(() => whole.encode(text), { rounds: 7 });
    expect(own).toBeLessThan(all / 3);
  });
});

function cutToWindow(ids: number[]): number[] {
  return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), SEP];
}

function readJson(name: string): object {
  return JSON.parse(readFileSync(new URL(name, assets), "utf8"));
}
