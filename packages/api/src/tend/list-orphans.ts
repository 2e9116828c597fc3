import type { TendedNote, TendInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { lookedAtAmong } from "../looks/claim-bases.ts";
import { lookKey } from "../ports/look-store.ts";
import { tendedNote } from "./tended-note.ts";
import { cursorAt, placeOf, walkNotes } from "./walk-notes.ts";

const BATCH = 200;
/** Most notes examined per call: when nearly all are linked, a page can be short or empty and still have a next one. */
const MOST_SEEN = 2_000;

/** Lists current notes without links, newest first, but for those that somebody found fine alone. */
export async function listOrphans(
  ctx: ServiceContext,
  { limit, cursor }: TendInput,
): Promise<{ notes: TendedNote[]; next: string | null }> {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const notes: TendedNote[] = [];
  let after = placeOf(cursor);
  for (let seenCount = 0; seenCount < MOST_SEEN; seenCount += BATCH) {
    if (seenCount > 0) await nextTurn();
    const batch = await walkNotes(ctx, states, { limit: BATCH, after });
    const linkedIds = await linkedAmong(
      ctx,
      batch.map(({ id }) => id),
    );
    const alone = batch.filter(({ id }) => !linkedIds.has(id));
    const fine = await lookedAtAmong(
      ctx,
      alone.map(({ id }) => lookKey("orphan", id)),
    );
    for (const note of alone) {
      if (fine.has(lookKey("orphan", note.id))) continue;
      if (notes.length === limit) return { notes, next: cursorAt(after!) };
      notes.push(tendedNote(note, states));
      after = note;
    }
    if (batch.length < BATCH) return { notes, next: null };
    after = batch.at(-1);
  }
  return { notes, next: after ? cursorAt(after) : null };
}

async function linkedAmong(ctx: ServiceContext, ids: readonly string[]): Promise<Set<string>> {
  const links = ids.length === 0 ? [] : await ctx.storage.links.listTouching(ctx.actor.userId, ids, 1);
  return new Set(links.flatMap(({ source_id, target_id }) => [source_id, target_id]));
}
