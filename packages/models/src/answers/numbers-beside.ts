import type { Word } from "@knote/api";
import { NUMBER_ALONE } from "./answer-patterns.ts";
import type { Question } from "./question.ts";

/** Most words from a number to the thing that it counts. */
const NEAR = 3;

/** "1 to 8" counts nothing. */
const RANGE_BEFORE = /\d ?(?:to|–|-) ?$/;
/** Characters that `RANGE_BEFORE` can match: with more, a text of numbers would be read again for each of them. */
const LONGEST_RANGE_BEFORE = 5;
const RANGE_AFTER = /^ ?(?:to|–|-) ?\d/;

/**
 * Returns the numbers right before the counted thing, which is the first word of the question, or right after it; and
 * those behind it in the row of a table or list: "beds: how many 28".
 */
export function numbersBeside(text: string, { reader, stems }: Pick<Question, "reader" | "stems">): Word[] {
  const all = reader.words(text);
  const [countedStem] = stems;
  const labelEnd = text.indexOf(": ");
  const isRow = all.some(({ stem, end }) => stem === countedStem && end <= labelEnd);
  return all.filter((word, index) => {
    if (!/^\d[\d.,]*$/.test(word.text) && !NUMBER_ALONE.test(word.text)) return false;
    const before = text.slice(Math.max(0, word.start - LONGEST_RANGE_BEFORE), word.start);
    if (RANGE_BEFORE.test(before) || RANGE_AFTER.test(text.slice(word.end))) return false;
    return (
      (isRow && word.start > labelEnd) ||
      all.slice(index + 1, index + 1 + NEAR).some(({ stem }) => stem === countedStem) ||
      all[index - 1]?.stem === countedStem
    );
  });
}
