import { LIMITS } from "@knote/contract";
import type { KeptAnswer } from "./answer-history.ts";
import { readCitations, withoutCitations } from "./citations.ts";

/** Turns an answer into a note: a claim, and the text with a list of the cited notes. */
export function synthesisOf({ question, answer, sources }: Pick<KeptAnswer, "question" | "answer" | "sources">): {
  readonly title: string;
  readonly content: string;
} {
  const list = sources
    .map(({ id, title }, index) => `${index + 1}. [${escapeBrackets(title)}](/notes/${id})`)
    .join("\n");
  const content = `${answer.trim()}\n\n${list}`.trim();
  return { title: claimOf(answer) ?? question, content: [...content].slice(0, LIMITS.contentLength).join("") };
}

/** Returns the first cited sentence without Markdown marks; null when there is none of a valid length. */
function claimOf(answer: string): string | null {
  const firstCitation = readCitations(answer).find((part) => "number" in part);
  const claim = firstCitation && "statement" in firstCitation ? withoutCitations(firstCitation.statement) : "";
  const plain = claim
    .replace(/[*_`#>]/g, "")
    .replace(/[.:]$/, "")
    .trim();
  return plain === "" || [...plain].length > LIMITS.titleLength ? null : plain;
}

function escapeBrackets(title: string): string {
  return title.replace(/[[\]\\]/g, "\\$&");
}
