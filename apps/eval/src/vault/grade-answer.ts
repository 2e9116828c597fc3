import { plainText } from "./plain-text.ts";
import { polarityOf } from "./polarity.ts";
import { citedAsCurrent } from "./stale-citations.ts";
import type { AnswerableQuestion, VaultQuestion } from "./vault-lines.ts";

export const VERDICTS = ["right", "in part", "wrong", "abstained", "invented"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Characters of an answer to a question for one thing. More is a note copied out, to be searched by the reader. */
const LONGEST_ANSWER = 400;

export interface CitedAnswer {
  readonly answer: string;
  /** Keys of the cited notes, in the order of their marks. */
  readonly sources: readonly string[];
}

export interface Grade {
  readonly verdict: Verdict;
  /** Keys of superseded notes that the answer cites as if they were current. */
  readonly stale: readonly string[];
}

/** Grades an answer by the rule of its question; apps/eval/vault/README.md explains the rules. */
export function gradeAnswer(question: VaultQuestion, reply: CitedAnswer, superseded: ReadonlySet<string>): Grade {
  const text = plainText(reply.answer);
  const abstains = reply.sources.length === 0 || /[?？]$/u.test(text);
  const stale = !question.abstain && question.past ? [] : staleKeys(reply, superseded);
  if (question.abstain) return { verdict: abstains ? "right" : "invented", stale };
  return { verdict: abstains ? "abstained" : verdictOf(question, text, reply.sources, superseded, stale), stale };
}

function verdictOf(
  rule: AnswerableQuestion,
  text: string,
  cited: readonly string[],
  superseded: ReadonlySet<string>,
  stale: readonly string[],
): Verdict {
  const matches = (pattern: RegExp) => pattern.test(text);
  const polarity = rule.polarity && polarityOf(text);
  const isComplete = rule.right.filter(matches).length >= (rule.enough ?? rule.right.length);
  const isOpposite = polarity !== null && polarity !== rule.polarity;
  if (isOpposite || rule.wrong.some(matches) || (!isComplete && beginsWithWrongNumber(rule, text))) return "invented";
  const sources = cited.filter((key) => rule.sources.includes(key));
  const isTooLong = rule.right.length <= 1 && text.length > LONGEST_ANSWER;
  const isClean = polarity !== null && stale.length === 0 && !isTooLong && !rule.clutter.some(matches);
  if (isComplete && isClean && sources.length > 0) return "right";
  // Today's version alone says nothing about the past.
  const partly = rule.past && !isComplete ? sources.filter((key) => superseded.has(key)) : sources;
  return partly.length > 0 || cited.some((key) => rule.partly.includes(key)) ? "in part" : "wrong";
}

/** Where one thing is asked for, an answer that begins with a number states it as that thing. */
function beginsWithWrongNumber({ right }: AnswerableQuestion, text: string): boolean {
  return right.length === 1 && /^\p{Nd}/u.test(text);
}

function staleKeys({ answer, sources }: CitedAnswer, superseded: ReadonlySet<string>): string[] {
  const current = citedAsCurrent(answer);
  return sources.filter((key, index) => superseded.has(key) && current.has(index + 1));
}
