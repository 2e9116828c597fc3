import { stem } from "./word-forms.ts";

/** Words by which a question asks for a kind of thing, and verbs that say little without their object. */
const LIGHT_STEMS = new Set(
  `many much describe mention kind type sort long often according want give gave go went get got make made take took
  like use find see come say tell`
    .split(/\s+/)
    .map(stem),
);

/** Returns whether a word of a question, given by its stem, says little about what is asked. */
export function isLight(wordStem: string): boolean {
  return LIGHT_STEMS.has(wordStem);
}
