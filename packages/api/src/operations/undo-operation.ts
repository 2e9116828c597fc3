import type { Operation } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { conflict, DomainError } from "../errors.ts";
import type { StoredOperation } from "../ports/operation-store.ts";
import { timestamp } from "../time.ts";
import { notesBusy } from "./begin-operation.ts";
import { findObstacle } from "./find-obstacle.ts";
import { firstUndoable, operationViews } from "./list-operations.ts";
import { freshLease, holdOperation, underWay } from "./operation-hold.ts";
import { readPlan } from "./operation-plan.ts";
import { takeBack } from "./take-back.ts";

/**
 * Restores texts, links and states as they were before a merge or split; parts go into the trash. An operation that is
 * undone is left as it is. Throws CONFLICT with what is in the way.
 */
export async function undoOperation(ctx: ServiceContext, { id }: { readonly id: string }): Promise<Operation> {
  const { operations } = ctx.storage;
  const { userId } = ctx.actor;
  const operation = await operations.get(userId, id);
  if (operation === null || operation.at < firstUndoable(ctx))
    throw new DomainError("NOT_FOUND", "Operation not found.");
  if (operation.leaseUntil > 0) throw underWay(operation);
  if (operation.state === "done") {
    const obstacle = await findObstacle(ctx, operation, readPlan(operation));
    if (obstacle !== null) throw conflict(`This ${operation.kind} cannot be undone. ${obstacle}`);
    const undoing: StoredOperation = { ...operation, state: "undoing", leaseUntil: freshLease(ctx, operation) };
    const outcome = await operations.advance(userId, id, operation, undoing);
    if (outcome === "busy") throw notesBusy();
    if (outcome === "stale") throw underWay(operation);
    await carryUndoOut(ctx, undoing);
  }
  const [view] = await operationViews(ctx, [{ ...operation, state: "undone" }]);
  return view!;
}

/** Takes all steps of undoing; those that were taken before are left out. */
export async function carryUndoOut(ctx: ServiceContext, operation: StoredOperation): Promise<void> {
  const hold = holdOperation(ctx, operation);
  await takeBack(ctx, operation, { plan: readPlan(operation), hold, at: timestamp(ctx) });
  if (operation.state === "refusing") await ctx.storage.operations.remove(ctx.actor.userId, operation.id);
  else await hold.finish("undone");
}
