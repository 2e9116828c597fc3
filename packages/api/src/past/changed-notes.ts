import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import type { ChangedNote } from "../ports/note-store.ts";

const BATCH = 1_000;

/** Yields the caller's notes that were changed after the time, in batches; other work runs in between. */
export async function* changedNotes(
  ctx: Pick<ServiceContext, "storage" | "actor">,
  since: string,
): AsyncGenerator<readonly ChangedNote[]> {
  for (let after: ChangedNote | undefined; ; await nextTurn()) {
    const page = { limit: BATCH, ...(after && { after }) };
    const notes = await ctx.storage.notes.changedSince(ctx.actor.userId, since, page);
    if (notes.length > 0) yield notes;
    if (notes.length < BATCH) return;
    after = notes.at(-1)!;
  }
}
