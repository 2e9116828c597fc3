import type { ServiceContext } from "../context.ts";
import { beginTurn } from "../kit/in-turns.ts";
import { finePairs } from "../looks/open-pairs.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { NotePair } from "./proposal-looks.ts";

/** Links read of one note. High on purpose: a cap would drop a hub's older links. */
const LINKS_OF_NOTE = 10_000;
/** Notes whose links are read at once: some of them can be hubs. */
const NOTES_AT_ONCE = 20;

/** Whether a note is neither archived nor superseded. */
export function stands({ id, archived }: StoredNote, { superseded }: DerivedStates): boolean {
  return !archived && !superseded.has(id);
}

/** Returns for each pair why it takes no proposal: it is linked, or somebody wants no link; null where it takes one. */
export async function whyClosed(
  ctx: ServiceContext,
  pairs: readonly NotePair[],
): Promise<("linked" | "dismissed" | null)[]> {
  const ids = pairs.map(({ newer, older }) => [newer.id, older.id] as const);
  const fine = await finePairs(ctx, ids);
  const linkedPairs = await linkedAmong(ctx, ids);
  return ids.map((pair, place) => (linkedPairs.has(pair.join(" ")) ? "linked" : fine[place] ? "dismissed" : null));
}

/** Returns the pairs between which there is a link, as ids joined by a space. */
async function linkedAmong(
  ctx: ServiceContext,
  pairs: readonly (readonly [newer: string, older: string])[],
): Promise<Set<string>> {
  const pairKeys = new Set(pairs.map((pair) => pair.join(" ")));
  const ids = [...new Set(pairs.map(([newer]) => newer))];
  const linkedPairs = new Set<string>();
  const turn = beginTurn();
  for (let start = 0; start < ids.length; start += NOTES_AT_ONCE) {
    const batch = ids.slice(start, start + NOTES_AT_ONCE);
    for (const link of await ctx.storage.links.listTouching(ctx.actor.userId, batch, LINKS_OF_NOTE)) {
      const [one, other] = [link.source_id, link.target_id];
      const pair = one > other ? `${one} ${other}` : `${other} ${one}`;
      if (pairKeys.has(pair)) linkedPairs.add(pair);
      if (turn.isOver()) await turn.next();
    }
  }
  return linkedPairs;
}
