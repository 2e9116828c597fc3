import type { Word } from "@knote/api";
import { NUMBER_ALONE } from "./answer-patterns.ts";
import type { Question } from "./question.ts";

/** Most words from a number to the thing that it counts. */
const NEAR = 3;

/** Returns the numbers right before the counted thing, which is the first word of the question, or right after it. */
export function numbersBeside(text: string, { reader, stems }: Pick<Question, "reader" | "stems">): Word[] {
  const all = reader.words(text);
  const [countedStem] = stems;
  return all.filter((word, index) => {
    if (!/^\d[\d.,]*$/.test(word.text) && !NUMBER_ALONE.test(word.text)) return false;
    return (
      all.slice(index + 1, index + 1 + NEAR).some(({ stem }) => stem === countedStem) ||
      all[index - 1]?.stem === countedStem
    );
  });
}
