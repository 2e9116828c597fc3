import { type Word, words } from "@knote/api";
import { NUMBER_ALONE } from "./answer-patterns.ts";

/** Most words from a number to the thing that it counts. */
const NEAR = 3;

/** Returns the numbers right before the counted thing, which is the first word of the question, or right after it. */
export function numbersBeside(text: string, questionStems: ReadonlySet<string>): Word[] {
  const all = words(text);
  const [countedStem] = questionStems;
  return all.filter((word, index) => {
    if (!/^\d[\d.,]*$/.test(word.text) && !NUMBER_ALONE.test(word.text)) return false;
    return (
      all.slice(index + 1, index + 1 + NEAR).some(({ stem }) => stem === countedStem) ||
      all[index - 1]?.stem === countedStem
    );
  });
}
