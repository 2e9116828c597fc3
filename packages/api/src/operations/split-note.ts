import type { Split, SplitInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { stateOf } from "../kit/state-of.ts";
import { requireNote } from "../kit/stored-notes.ts";
import type { StoredOperation } from "../ports/operation-store.ts";
import { beginOperation, earlierRun } from "./begin-operation.ts";
import { carryOut } from "./carry-out.ts";
import { namedNotes } from "./merge-notes.ts";
import { planSplit } from "./plan-split.ts";
import { refuseUnlessStanding } from "./refuse-unless-standing.ts";

/** Puts parts in the place of a note: each of them supersedes it and takes over the links that its owner names. */
export async function splitNote(ctx: ServiceContext, input: SplitInput): Promise<Split> {
  const operation = (await earlierRun(ctx)) ?? (await beginSplit(ctx, input));
  if (operation.leaseUntil > 0) await carryOut(ctx, operation);
  const original = await requireNote(ctx, operation.noteIds[0]!);
  const state = stateOf(original, await ctx.storage.links.states(ctx.actor.userId));
  return {
    operation: operation.id,
    notes: await namedNotes(ctx, operation.partIds),
    original: { id: original.id, title: original.title, state },
  };
}

async function beginSplit(ctx: ServiceContext, input: SplitInput): Promise<StoredOperation> {
  const original = await requireNote(ctx, input.id);
  const plan = await planSplit(ctx, input, original);
  const confirm = () => refuseUnlessStanding(ctx, [original], "split");
  return await beginOperation(ctx, { kind: "split", ...plan, notes: [original], confirm });
}
