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
      else best.set(head.id, mergeHits(bestSoFar, head));
    }
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score);
}

/** Joins two hits of one note: the better score, no path where the note is found on its own, and the best version. */
function mergeHits(better: RankedHit, other: RankedHit): RankedHit {
  const earlier = better.earlier ?? other.earlier;
  const own = isFoundOnItsOwn(other, better) ? { ...other, score: better.score } : better;
  return earlier === undefined ? own : { ...own, earlier };
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
  const earlier = entry.id;
  const queue: RankedHit[] = [entry];
  for (const at of queue) {
    for (const link of newerOf.get(at.id) ?? []) {
      if (turn.isOver()) await turn.next();
      if (seenIds.has(link.source_id)) continue;
      seenIds.add(link.source_id);
      const next = { id: link.source_id, score: entry.score, via: extendPath(at.via, link), earlier };
      if (!link.sourceArchived && !superseded.has(next.id)) heads.push(next);
      queue.push(next);
    }
  }
  return heads;
}
