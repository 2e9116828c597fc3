import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import type { StoredRevision } from "../ports/note-store.ts";

/** Revisions read at a time: each can be as long as a note can be. */
const BATCH = 10;

/** Yields the revisions of a note before the revision `before`, newest first; all by default. */
export async function* earlierRevisions(
  ctx: Pick<ServiceContext, "storage" | "actor">,
  id: string,
  before?: number,
): AsyncGenerator<StoredRevision> {
  for (let end = before; ; await nextTurn()) {
    const page = { limit: BATCH, ...(end !== undefined && { before: end }) };
    const revisions = await ctx.storage.notes.history(ctx.actor.userId, id, page);
    yield* revisions;
    if (revisions.length < BATCH) return;
    end = revisions.at(-1)!.revision;
  }
}
