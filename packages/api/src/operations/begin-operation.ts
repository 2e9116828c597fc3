import type { ServiceContext } from "../context.ts";
import { conflict } from "../errors.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { StoredOperation } from "../ports/operation-store.ts";
import { changedMeanwhile } from "./carry-out.ts";
import { freshLease, takeOver, underWay } from "./operation-hold.ts";
import { writePlan } from "./operation-plan.ts";
import type { TimedPlan } from "./plan-merge.ts";

interface NewOperation extends TimedPlan {
  readonly kind: StoredOperation["kind"];
  /** The notes as the plan found them, the one that takes others in, or is split, first. */
  readonly notes: readonly StoredNote[];
  /** Throws CONFLICT when what the plan rests on no longer holds. */
  readonly confirm: (notes: readonly StoredNote[]) => Promise<unknown>;
}

/**
 * Writes the journal entry, which keeps other operations from its notes, and looks once more: what the plan rests on may
 * have changed before. Throws CONFLICT, without an entry, when it has, or when another operation has one of the notes.
 */
export async function beginOperation(
  ctx: ServiceContext,
  { kind, at, plan, notes, confirm }: NewOperation,
): Promise<StoredOperation> {
  const { userId } = ctx.actor;
  const operation: StoredOperation = {
    id: ctx.idempotency?.id ?? ctx.newId(),
    kind,
    at,
    state: "running",
    leaseUntil: freshLease(ctx, { leaseUntil: 0 }),
    noteIds: notes.map(({ id }) => id),
    partIds: plan.parts.map(({ id }) => id),
    moved: plan.moves.length,
    plan: writePlan(plan),
  };
  const outcome = await ctx.storage.operations.begin(userId, operation);
  if (outcome === "exists") throw underWay(operation);
  if (outcome === "busy") throw notesBusy();
  try {
    const present = await getNotes(ctx, operation.noteIds);
    if (notes.some(({ id, revision }) => present.get(id)?.revision !== revision)) throw changedMeanwhile();
    await confirm(notes);
  } catch (error) {
    await ctx.storage.operations.remove(userId, operation.id);
    throw error;
  }
  return operation;
}

/** Returns the operation of an earlier run of the same request, taken over unless it is complete; null without one. */
export async function earlierRun(ctx: ServiceContext): Promise<StoredOperation | null> {
  if (!ctx.idempotency?.rerun) return null;
  const operation = await ctx.storage.operations.get(ctx.actor.userId, ctx.idempotency.id);
  if (operation === null || operation.leaseUntil === 0) return operation;
  const takenOver = operation.state === "running" ? await takeOver(ctx, operation) : null;
  if (takenOver === null) throw underWay(operation);
  return takenOver;
}

export function notesBusy() {
  return conflict("One of the notes is being merged or split at this moment.", { retryAfterSeconds: 1 });
}
