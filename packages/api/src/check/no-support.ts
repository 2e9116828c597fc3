import { countingStems } from "../text/analyze.ts";
import { noteWindows, windowText } from "../text/windows.ts";
import type { Draft, Rule } from "./draft.ts";

/** Less of the title's counting words in the content, and a lower cosine of the two, mean that it speaks of other things. */
const LEAST_SHARE = 0.25;
const LEAST_COSINE = 0.15;
const READ_CHARACTERS = 8_000;
/** Content that is hardly more than a title is an interim note, which an author knows. */
const LEAST_STEMS = 8;

/** The content does not speak of the claim, or says no more than it. */
export const noSupport: Rule = (draft) => {
  const { title, content, support } = draft;
  if (content === null) return [];
  if (saysNoMore(title, content)) return [{ rule: "no_support", message: "The content says no more than the title." }];
  if (support === null || support >= LEAST_COSINE || !sharesFewWords(draft)) return [];
  return [{ rule: "no_support", message: "The content does not speak of what the title claims." }];
};

/** Whether so few words of the title are in the content that only their meaning can tell. */
export function sharesFewWords({ title, content }: Pick<Draft, "title" | "content">): boolean {
  if (content === null) return false;
  const [claim, explanation] = [
    new Set(countingStems(title)),
    new Set(countingStems(content.slice(0, READ_CHARACTERS))),
  ];
  if (claim.size === 0 || explanation.size < LEAST_STEMS) return false;
  const common = [...claim].filter((stem) => explanation.has(stem)).length;
  return common < LEAST_SHARE * claim.size;
}

function saysNoMore(title: string, content: string): boolean {
  return windowText({ title, content }, noteWindows(content)[0]!) === title;
}
