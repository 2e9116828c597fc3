import { beginTurn, type Turn } from "../kit/in-turns.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { extendPath, isFoundOnItsOwn, type Ranked } from "./ranked.ts";

/**
 * Replaces superseded notes by every head of their chain (neither archived nor superseded itself), with
 * the path from the old version. A head that is also a hit keeps the better rank. `ranked` is best first.
 */
export async function replaceSuperseded(ranked: readonly Ranked[], states: DerivedStates): Promise<Ranked[]> {
  const best = new Map<string, Ranked>();
  const seen = new Set<string>();
  const turn = beginTurn();
  for (const entry of ranked) {
    const heads = states.superseded.has(entry.id) ? await unseenHeads(entry, states, seen, turn) : [entry];
    for (const head of heads) {
      const known = best.get(head.id);
      if (!known) best.set(head.id, head);
      else if (isFoundOnItsOwn(head, known)) best.set(head.id, { ...head, score: known.score });
    }
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score);
}

/** Returns the heads above an entry, except beyond notes that a better entry has visited: those heads are ranked. */
async function unseenHeads(
  entry: Ranked,
  { newerOf, superseded }: DerivedStates,
  seen: Set<string>,
  turn: Turn,
): Promise<Ranked[]> {
  if (seen.has(entry.id)) return [];
  seen.add(entry.id);
  const heads: Ranked[] = [];
  const reached = [entry];
  for (const at of reached) {
    for (const link of newerOf.get(at.id) ?? []) {
      if (turn.isOver()) await turn.next();
      if (seen.has(link.source_id)) continue;
      seen.add(link.source_id);
      const next = { id: link.source_id, score: entry.score, via: extendPath(at.via, link) };
      if (!link.sourceArchived && !superseded.has(next.id)) heads.push(next);
      reached.push(next);
    }
  }
  return heads;
}
