import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { type NotePosition, positionAt } from "../ports/note-store.ts";
import type { FoundChange, Period } from "./found-change.ts";

const BATCH = 1_000;

/** Finds the notes that were written in the period. */
export async function findWritten(ctx: ServiceContext, { since, until }: Period): Promise<FoundChange[]> {
  const changes: FoundChange[] = [];
  for (let after: NotePosition = positionAt(until); ; await nextTurn()) {
    const outlines = await ctx.storage.notes.outlines(ctx.actor.userId, { limit: BATCH, after });
    for (const { id, created_at } of outlines) {
      if (created_at <= since) return changes;
      changes.push({ kind: "written", at: created_at, id });
    }
    if (outlines.length < BATCH) return changes;
    after = outlines.at(-1)!;
  }
}
