import { beginTurn } from "../kit/in-turns.ts";
import type { DerivedStates, StateLink } from "../ports/link-store.ts";

/** Most heads of one note that are told apart: the newest. */
const MOST_HEADS = 100;

/** Returns the heads of superseded notes, sorted. */
export type HeadFinder = (id: string) => Promise<readonly string[]>;

type HeadsById = Map<string, readonly string[]>;

/** Creates a finder that remembers what it has walked, so that all notes of a long chain cost one walk. */
export function createHeadFinder({ newerOf, superseded }: Pick<DerivedStates, "newerOf" | "superseded">): HeadFinder {
  const isHead = (link: StateLink) => !link.sourceArchived && !superseded.has(link.source_id);
  const memory: HeadsById = new Map();
  return async (id) => {
    const heads = memory.get(id);
    if (heads) return heads;
    const newer = newerOf.get(id) ?? [];
    if (newer.every(isHead)) return mergeHeads(newer.map((link) => [link.source_id]));
    const newHeads = (await walkUpwards(id)) ?? new Map([[id, await collectHeads(id)]]);
    for (const [one, list] of newHeads) memory.set(one, list);
    return newHeads.get(id)!;
  };

  /** Works out the heads of `id` and of all notes above it, those above first; null when it meets a circle. */
  async function walkUpwards(id: string): Promise<HeadsById | null> {
    const results: HeadsById = new Map();
    const headsOf = (one: string) => results.get(one) ?? memory.get(one);
    const lineage = new Set<string>();
    const stack = [id];
    const turn = beginTurn();
    while (stack.length > 0) {
      if (turn.isOver()) await turn.next();
      const top = stack.at(-1)!;
      const newer = newerOf.get(top) ?? [];
      const missingIds = newer.filter((link) => !isHead(link) && !headsOf(link.source_id)).map((one) => one.source_id);
      lineage.add(top);
      if (missingIds.some((one) => lineage.has(one))) return null;
      stack.push(...missingIds);
      if (missingIds.length > 0) continue;
      stack.pop();
      lineage.delete(top);
      results.set(top, mergeHeads(newer.map((link) => (isHead(link) ? [link.source_id] : headsOf(link.source_id)!))));
    }
    return results;
  }

  /** For circles of supersessions, which only writes at the same moment can close. */
  async function collectHeads(id: string): Promise<readonly string[]> {
    const heads: string[] = [];
    const seenIds = new Set([id]);
    const turn = beginTurn();
    for (const at of seenIds) {
      if (turn.isOver()) await turn.next();
      for (const link of newerOf.get(at) ?? []) {
        if (isHead(link)) heads.push(link.source_id);
        else seenIds.add(link.source_id);
      }
    }
    return mergeHeads(heads.map((head) => [head]));
  }
}

/** Lists that are one and the same stay that one, so the notes of a chain share a list. */
function mergeHeads(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = lists;
  if (lists.every((list) => list === first)) return first;
  return [...new Set(lists.flat())].sort().slice(-MOST_HEADS);
}
