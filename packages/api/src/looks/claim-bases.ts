import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { lookKey, LOOKS_AT_ONCE, notesOfLook, type Look, type LookKind } from "../ports/look-store.ts";
import type { StoredNote } from "../ports/note-store.ts";

/**
 * Returns by key what a look at each matter rests on now: when the claims of its notes were worded. A matter of a note
 * that is not live has no basis.
 */
export async function claimBases(ctx: ServiceContext, keys: readonly string[]): Promise<Map<string, string>> {
  const bases = new Map<string, string>();
  for (let start = 0; start < keys.length; start += LOOKS_AT_ONCE) {
    if (start > 0) await nextTurn();
    const batch = keys.slice(start, start + LOOKS_AT_ONCE);
    const notes = await getNotes(ctx, batch.flatMap(idsOf));
    for (const key of batch) {
      const named = idsOf(key).map((id) => notes.get(id));
      if (named.every((note) => note !== undefined)) bases.set(key, basisOf(named));
    }
  }
  return bases;
}

/** Returns the keys of the looks that hold: nobody has reworded a claim since. */
export async function keysThatHold(ctx: ServiceContext, looks: readonly Look[]): Promise<Set<string>> {
  const bases = await claimBases(
    ctx,
    looks.map(({ key }) => key),
  );
  return new Set(looks.filter(({ key, basis }) => bases.get(key) === basis).map(({ key }) => key));
}

/** Returns those of the keys that have a look that holds. */
export async function lookedAtAmong(ctx: ServiceContext, keys: readonly string[]): Promise<Set<string>> {
  const looks: Look[] = [];
  for (let start = 0; start < keys.length; start += LOOKS_AT_ONCE)
    looks.push(...(await ctx.storage.looks.get(ctx.actor.userId, keys.slice(start, start + LOOKS_AT_ONCE))));
  return await keysThatHold(ctx, looks);
}

/** Returns the key of a pair, the same in either order. */
export function pairKey(kind: LookKind, one: string, other: string): string {
  return one < other ? lookKey(kind, other, one) : lookKey(kind, one, other);
}

/** Returns what a look at a matter of these notes rests on now, in the order of its key. */
export function basisOf(notes: readonly StoredNote[]): string {
  return notes.map(({ claimed_at }) => claimed_at).join(" ");
}

function idsOf(key: string): string[] {
  return notesOfLook(key).filter((id) => id !== null);
}
