import { isStopWord, words } from "@knote/api";

/** Removes the citation marks such as `[1]` from an answer. */
export function withoutCitations(answer: string): string {
  return answer.replace(/\s*\[\d+\]/g, "").trim();
}

/** Normalizes as SQuAD does: lower case, no punctuation, no articles, single spaces. */
export function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, "")
    .replace(/\b(a|an|the)\b/g, " ")
    .split(/\s+/)
    .filter(Boolean)
    .join(" ");
}

export function isExactMatch(answer: string, gold: string): boolean {
  return normalize(answer) === normalize(gold);
}

/** Returns the harmonic mean of token precision and token recall. */
export function tokenF1(answer: string, gold: string): number {
  const answerTokens = tokens(answer);
  const goldTokens = tokens(gold);
  const common = commonCount(answerTokens, goldTokens);
  if (common === 0) return answerTokens.length === 0 && goldTokens.length === 0 ? 1 : 0;
  return (2 * common) / (answerTokens.length + goldTokens.length);
}

/** Returns the share of the gold answer's tokens that the answer has. Does not penalise long answers. */
export function tokenRecall(answer: string, gold: string): number {
  const goldTokens = tokens(gold);
  return goldTokens.length === 0 ? 0 : commonCount(tokens(answer), goldTokens) / goldTokens.length;
}

/** Returns the stems that a note needs to hold this answer: all but the stop words. */
export function answerStems(gold: string): ReadonlySet<string> {
  return new Set(words(gold).flatMap(({ text, stem }) => (isStopWord(text) ? [] : [stem])));
}

export function holdsStems(text: string, stems: ReadonlySet<string>): boolean {
  return stems.isSubsetOf(new Set(words(text).map(({ stem }) => stem)));
}

function tokens(text: string): string[] {
  return normalize(text).split(" ").filter(Boolean);
}

/** Counts the tokens in both, each as often as both have it. */
function commonCount(answerTokens: readonly string[], goldTokens: readonly string[]): number {
  const remainingCounts = new Map<string, number>();
  for (const token of goldTokens) remainingCounts.set(token, (remainingCounts.get(token) ?? 0) + 1);
  return answerTokens.filter((token) => {
    const count = remainingCounts.get(token) ?? 0;
    remainingCounts.set(token, count - 1);
    return count > 0;
  }).length;
}
