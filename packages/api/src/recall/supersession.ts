import { beginTurn, type Turn } from "../kit/in-turns.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { extendPath, isFoundOnItsOwn, type RankedHit } from "./ranked-hit.ts";

/**
 * Replaces superseded notes by every head of their chain (neither archived nor superseded itself), with
 * the path from the old version. A head that is also a hit keeps the better rank. `ranked` is best first.
 */
export async function replaceSuperseded(hits: readonly RankedHit[], states: DerivedStates): Promise<RankedHit[]> {
  const best = new Map<string, RankedHit>();
  const seenIds = new Set<string>();
  const turn = beginTurn();
  for (const entry of hits) {
    const heads = states.superseded.has(entry.id) ? await unseenHeads(entry, states, seenIds, turn) : [entry];
    for (const head of heads) {
      const bestSoFar = best.get(head.id);
      if (!bestSoFar) best.set(head.id, head);
      else if (isFoundOnItsOwn(head, bestSoFar)) best.set(head.id, { ...head, score: bestSoFar.score });
    }
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score);
}

/** Returns the heads above an entry, except beyond notes that a better entry has visited: those heads are ranked. */
async function unseenHeads(
  entry: RankedHit,
  { newerOf, superseded }: DerivedStates,
  seenIds: Set<string>,
  turn: Turn,
): Promise<RankedHit[]> {
  if (seenIds.has(entry.id)) return [];
  seenIds.add(entry.id);
  const heads: RankedHit[] = [];
  const queue = [entry];
  for (const at of queue) {
    for (const link of newerOf.get(at.id) ?? []) {
      if (turn.isOver()) await turn.next();
      if (seenIds.has(link.source_id)) continue;
      seenIds.add(link.source_id);
      const next = { id: link.source_id, score: entry.score, via: extendPath(at.via, link) };
      if (!link.sourceArchived && !superseded.has(next.id)) heads.push(next);
      queue.push(next);
    }
  }
  return heads;
}
