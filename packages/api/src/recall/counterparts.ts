import type { DerivedStates, StateLink } from "../ports/link-store.ts";
import { extendPath, isFoundOnItsOwn, otherEnd, type RankedHit } from "./ranked-hit.ts";

/** Most counterparts shown with a note; more would push out other hits. */
const MOST_COUNTERPARTS = 3;

/**
 * Returns the best `limit` hits, each followed by its counterparts, whichever end was found. A contested note never
 * appears alone: it is left out when no counterpart fits. Superseded and archived notes contest nothing.
 */
export function withCounterparts(hits: readonly RankedHit[], limit: number, states: DerivedStates): RankedHit[] {
  if (states.contradictionsOf.size === 0) return hits.slice(0, limit);
  const own = new Map(hits.map((entry) => [entry.id, entry]));
  const resultsById = new Map<string, RankedHit>();
  for (const entry of hits) {
    const room = limit - resultsById.size;
    if (room === 0) break;
    if (resultsById.has(entry.id)) continue;
    const others = sidesOf(entry.id, states);
    const isAccompanied = others.length === 0 || others.some((side) => resultsById.has(side.id));
    if (!isAccompanied && room === 1 && limit > 1) continue;
    resultsById.set(entry.id, entry);
    for (const side of others.filter(({ id }) => !resultsById.has(id)).slice(0, room - 1)) {
      resultsById.set(side.id, placeBeside(entry, side, own.get(side.id)));
    }
  }
  return [...resultsById.values()];
}

/** Gives a counterpart the rank of the note that led to it. */
function placeBeside(entry: RankedHit, { id, step }: Side, hit: RankedHit | undefined): RankedHit {
  const via = hit && (hit.via.length > 0 || isFoundOnItsOwn(hit, entry)) ? hit.via : extendPath(entry.via, step);
  return { ...hit, id, score: entry.score, via };
}

interface Side {
  readonly id: string;
  readonly step: StateLink;
}

/** Returns the other ends of a note's effective `contradicts` links. */
function sidesOf(id: string, { contradictionsOf }: DerivedStates): Side[] {
  const sides = new Map<string, Side>();
  for (const step of contradictionsOf.get(id) ?? []) {
    if (sides.size === MOST_COUNTERPARTS) break;
    const other = otherEnd(id, step);
    if (!sides.has(other)) sides.set(other, { id: other, step });
  }
  return [...sides.values()];
}
