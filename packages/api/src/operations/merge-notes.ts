import type { Merge, MergeInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { noteNotFound } from "../errors.ts";
import { getNotes, requireNote } from "../kit/stored-notes.ts";
import { noteDetailView } from "../notes/note-view.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { StoredOperation } from "../ports/operation-store.ts";
import { beginOperation, earlierRun } from "./begin-operation.ts";
import { carryOut } from "./carry-out.ts";
import { planMerge, refuseMerge } from "./plan-merge.ts";

/** Lets a note take others in: it gets their texts and links and supersedes them. */
export async function mergeNotes(ctx: ServiceContext, input: MergeInput): Promise<Merge> {
  const operation = (await earlierRun(ctx)) ?? (await beginMerge(ctx, input));
  if (operation.leaseUntil > 0) await carryOut(ctx, operation);
  const states = await ctx.storage.links.states(ctx.actor.userId);
  return {
    operation: operation.id,
    note: noteDetailView(await requireNote(ctx, operation.noteIds[0]!), states),
    merged: await namedNotes(ctx, operation.noteIds.slice(1)),
    moved: operation.moved,
  };
}

async function beginMerge(ctx: ServiceContext, input: MergeInput): Promise<StoredOperation> {
  const ids = [input.id, ...new Set(input.with)];
  const notesById = await getNotes(ctx, ids);
  const [survivor, ...others] = ids.flatMap((id) => notesById.get(id) ?? []);
  if (survivor === undefined || others.length < ids.length - 1) throw noteNotFound();
  const notes: readonly [StoredNote, ...StoredNote[]] = [survivor, ...others];
  const plan = await planMerge(ctx, input, notes);
  return await beginOperation(ctx, { kind: "merge", ...plan, notes, confirm: () => refuseMerge(ctx, notes) });
}

/** Returns ids and titles of those of the notes that are live, in the same order. */
export async function namedNotes(ctx: ServiceContext, ids: readonly string[]) {
  const notes = await getNotes(ctx, ids);
  return ids.flatMap((id) => notes.get(id) ?? []).map(({ id, title }) => ({ id, title }));
}
