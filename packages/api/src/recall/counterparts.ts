import type { DerivedStates, StateLink } from "../ports/link-store.ts";
import { extendPath, isFoundOnItsOwn, otherEnd, type Ranked } from "./ranked.ts";

/** A note is shown with this many counterparts; more would push out other hits. */
const MOST_COUNTERPARTS = 3;

/**
 * The best `limit`, and beside each the other side of its contradictions, whichever end was found: what does
 * not fit together with one of them is left out, as a contested note never stands alone. Superseded and
 * archived notes contest nothing.
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

/** A counterpart takes the place of the note that led to it. */
function beside(entry: Ranked, { id, step }: Side, hit: Ranked | undefined): Ranked {
  const via = hit && (hit.via.length > 0 || isFoundOnItsOwn(hit, entry)) ? hit.via : extendPath(entry.via, step);
  return { id, score: entry.score, via };
}

interface Side {
  readonly id: string;
  readonly step: StateLink;
}

/** The other ends of the `contradicts` links of a note that count. */
function sidesOf(id: string, { contradictionsOf }: DerivedStates): Side[] {
  const sides = new Map<string, Side>();
  for (const step of contradictionsOf.get(id) ?? []) {
    if (sides.size === MOST_COUNTERPARTS) break;
    const other = otherEnd(id, step);
    if (!sides.has(other)) sides.set(other, { id: other, step });
  }
  return [...sides.values()];
}
