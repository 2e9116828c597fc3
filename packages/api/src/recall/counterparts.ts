import type { DerivedStates, StateLink } from "../ports/link-store.ts";
import { extendPath, isFoundOnItsOwn, otherEnd, type Ranked } from "./ranked.ts";

/** Most counterparts shown with a note; more would push out other hits. */
const MOST_COUNTERPARTS = 3;

/**
 * Returns the best `limit` hits, each followed by its counterparts, whichever end was found. A contested note never
 * appears alone: it is left out when no counterpart fits. Superseded and archived notes contest nothing.
 */
export function withCounterparts(ranked: readonly Ranked[], limit: number, states: DerivedStates): Ranked[] {
  if (states.contradictionsOf.size === 0) return ranked.slice(0, limit);
  const own = new Map(ranked.map((entry) => [entry.id, entry]));
  const placed = new Map<string, Ranked>();
  for (const entry of ranked) {
    const room = limit - placed.size;
    if (room === 0) break;
    if (placed.has(entry.id)) continue;
    const others = sidesOf(entry.id, states);
    const accompanied = others.length === 0 || others.some((side) => placed.has(side.id));
    if (!accompanied && room === 1 && limit > 1) continue;
    placed.set(entry.id, entry);
    for (const side of others.filter(({ id }) => !placed.has(id)).slice(0, room - 1)) {
      placed.set(side.id, beside(entry, side, own.get(side.id)));
    }
  }
  return [...placed.values()];
}

/** Gives a counterpart the rank of the note that led to it. */
function beside(entry: Ranked, { id, step }: Side, hit: Ranked | undefined): Ranked {
  const via = hit && (hit.via.length > 0 || isFoundOnItsOwn(hit, entry)) ? hit.via : extendPath(entry.via, step);
  return { id, score: entry.score, via };
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
