import { valueAt } from "./matches.ts";
import type { MatchesPhrase } from "./phrase-matcher.ts";
import type { UnitMatches } from "./unit-matches.ts";

/** Returns the unit's share of the note's score; 0 when the note lacks its phrase. */
export function unitScore(
  unit: UnitMatches,
  slot: number,
  { texts, matchesPhrase }: { texts: readonly string[]; matchesPhrase: MatchesPhrase },
): number {
  const score = valueAt(unit, slot);
  return score > 0 && (unit.phrase === null || matchesPhrase(unit.phrase, texts)) ? score : 0;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
