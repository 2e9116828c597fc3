import type { KeywordQuery, QueryUnit } from "./keyword-query.ts";

/** With fewer words than these, common ones have to do. */
const LEAST_FOUND = 4;
const STEP = 4;

/**
 * Returns the units of a query that count: all, or with `mostNotes` those that at most so many live notes have. As long as
 * fewer than four of them are found at all, four times as many notes may have a unit. `notesOf` returns how many have
 * it; when these are more than `most`, any greater number will do.
 */
export function rareUnits<Unit = QueryUnit>(
  units: readonly Unit[],
  mostNotes: KeywordQuery["mostNotes"],
  notesOf: (unit: Unit, most: number) => number,
): readonly Unit[] {
  if (mostNotes === undefined) return units;
  for (let most = mostNotes; ; most *= STEP) {
    const counts = units.map((unit) => notesOf(unit, most));
    const foundCount = counts.filter((count) => count > 0 && count <= most).length;
    if (foundCount >= LEAST_FOUND || counts.every((count) => count <= most))
      return units.filter((_, place) => counts[place]! <= most);
  }
}
