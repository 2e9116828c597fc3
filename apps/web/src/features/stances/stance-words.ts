import type { Holds, Outcome } from "@knote/contract";

/** What came, as a sentence begins with it. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  came_true: "It came true",
  came_false: "It came false",
  mixed: "It came true in part",
  unknown: "What came of it is unknown",
};

/** What a decision holds, in a word or two. */
export const HOLDS_WORDS: Readonly<Record<Holds, string>> = {
  stands: "Stands",
  needs_review: "Needs review",
  contested: "Contested",
  superseded: "Replaced",
  archived: "Archived",
};

const days = new Intl.DateTimeFormat("en", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" });

/** Writes a confidence: "70 % sure". */
export function sureness(confidence: number): string {
  return `${percent(confidence)} sure`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Writes a date such as 2026-06-01. */
export function dayOf(date: string): string {
  return days.format(new Date(date));
}
