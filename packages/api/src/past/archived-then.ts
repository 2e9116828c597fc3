import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import type { PastRevision, StoredRevision } from "../ports/note-store.ts";
import { flagBefore } from "./archive-flags.ts";

/** Revisions read at a time: each can be as long as a note can be. */
const BATCH = 10;

/**
 * Returns whether the note was archived with this revision. A revision without the flag is older than the keeping of
 * flags: then the later revisions tell, from the present one back.
 */
export async function archivedThen(
  ctx: Pick<ServiceContext, "storage" | "actor">,
  { id, revision, archived }: PastRevision,
): Promise<boolean> {
  if (archived !== null) return archived;
  let later: (StoredRevision & { readonly archived: boolean }) | null = null;
  for (let before: number | undefined; ; await nextTurn()) {
    const page = { limit: BATCH, ...(before !== undefined && { before }) };
    const batch = await ctx.storage.notes.history(ctx.actor.userId, id, page);
    for (const one of batch) {
      later = { ...one, archived: later === null ? one.archived === true : flagBefore(one, later) };
      if (one.revision <= revision) return later.archived;
    }
    if (batch.length < BATCH) return later?.archived ?? false;
    before = batch.at(-1)!.revision;
  }
}
