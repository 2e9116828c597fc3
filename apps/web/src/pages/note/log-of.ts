import type { NoteStance } from "@knote/contract";
import { dayOf, OUTCOME_WORDS, sureness } from "../../features/stances/stance-words.ts";

/** One line of a log. */
export interface LogLine {
  readonly at: string;
  /** What changed, in words. */
  readonly words: string;
  /** What the owner wrote. */
  readonly text: string | null;
}

/** Tells the log of a decision or belief, newest first: of each stance, what it changed. */
export function logOf({ stances, outcomes }: Pick<NoteStance, "stances" | "outcomes">): LogLine[] {
  const stanceLines = stances.map((stance, index): LogLine => {
    const before = stances[index - 1] ?? { confidence: null, expects: null, review_on: null };
    const changes = [
      ...(stance.confidence !== null && stance.confidence !== before.confidence ? [sureness(stance.confidence)] : []),
      ...(stance.review_on === before.review_on
        ? []
        : [stance.review_on === null ? "no day to look again" : `look again on ${dayOf(stance.review_on)}`]),
      ...(stance.expects === before.expects ? [] : ["expects"]),
    ];
    const words = changes.join(", ");
    const text = stance.expects === before.expects ? null : stance.expects;
    return { at: stance.at, words: words.charAt(0).toUpperCase() + words.slice(1), text };
  });
  const outcomeLines = outcomes.map(({ at, outcome, text }): LogLine => ({
    at,
    words: outcome === null ? "Outcome withdrawn" : OUTCOME_WORDS[outcome],
    text,
  }));
  return [...stanceLines, ...outcomeLines].toSorted((one, other) =>
    one.at < other.at ? 1 : one.at > other.at ? -1 : 0,
  );
}
