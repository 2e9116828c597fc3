import { editDistance } from "@knote/api/text/edit-distance";
import type { Question } from "./question.ts";
import type { ReadNote } from "./read-note.ts";

/** Shorter words that differ in one letter are mostly different words. */
const SHORTEST_WITH_SLIP = 5;

/** Returns the question with each word that no note has as the notes write it, if they have one that differs in a letter. */
export function withoutMisspellings(question: Question, notes: readonly ReadNote[]): Question {
  const noteStems = new Set(notes.flatMap(({ stems }) => [...stems]));
  const allStems = [...noteStems];
  const corrections = new Map<string, string>();
  for (const stem of question.stems) {
    const correction = noteStems.has(stem) ? undefined : allStems.find((other) => isSlip(other, stem));
    if (correction !== undefined) corrections.set(stem, correction);
  }
  if (corrections.size === 0) return question;
  const correct = (stems: ReadonlySet<string>) => new Set([...stems].map((stem) => corrections.get(stem) ?? stem));
  const { stems, things, settings, possessions, names } = question;
  return {
    ...question,
    stems: correct(stems),
    things: correct(things),
    settings: correct(settings),
    possessions: correct(possessions),
    names: correct(names),
  };
}

/** Returns whether two words of five letters or more differ in one, but for the first. */
function isSlip(one: string, other: string): boolean {
  const isLong = Math.min(one.length, other.length) >= SHORTEST_WITH_SLIP;
  return isLong && one[0] === other[0] && !/\p{Nd}/u.test(one) && editDistance(one, other, 1) <= 1;
}
