import type { ClaimWord } from "./claim-words.ts";

const NAMES_OF_TIMES = new Set(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug
  sept sep oct nov dec monday tuesday wednesday thursday friday saturday sunday`.split(/\s+/),
);
const DIGIT = /\p{N}/u;
/** Written small, "may" and "march" are other words. */
const CAPITAL = /^\p{Lu}/u;

/** Whether the word is a number, an ordinal, or the name of a month or weekday. */
export function isValue({ text, stem, raw }: ClaimWord): boolean {
  return DIGIT.test(stem) || DIGIT.test(text) || (NAMES_OF_TIMES.has(text) && CAPITAL.test(raw));
}
