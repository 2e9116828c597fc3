import type { ServiceContext, Services } from "../context.ts";
import type { StoredOperation } from "../ports/operation-store.ts";
import { carryOut } from "./carry-out.ts";
import { DomainError } from "../errors.ts";
import { firstUndoable } from "./list-operations.ts";
import { takeOver } from "./operation-hold.ts";
import { carryUndoOut } from "./undo-operation.ts";

const AT_ONCE = 100;

/**
 * Finishes merges, splits and undoings whose process died. Returns how many. One that fails does not keep the others
 * from being finished; afterwards rejects with the first failure.
 */
export async function resumeOperations(services: Services): Promise<number> {
  const failures: unknown[] = [];
  let finishedCount = 0;
  for (const { userId, id } of await services.storage.operations.findStalled(services.clock.now(), AT_ONCE)) {
    try {
      // A user's scopes and tier bear on requests only.
      const ctx: ServiceContext = { ...services, actor: { userId, scopes: new Set(), tier: "free" } };
      if (await resume(ctx, id)) finishedCount++;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return finishedCount;
}

/** Forgets merges and splits that can no longer be undone. Returns how many. */
export async function forgetOldOperations(services: Pick<Services, "clock" | "storage">): Promise<number> {
  const before = firstUndoable(services);
  let forgottenCount = 0;
  for (;;) {
    const count = await services.storage.operations.removeBefore(before, AT_ONCE);
    forgottenCount += count;
    if (count < AT_ONCE) return forgottenCount;
  }
}

async function resume(ctx: ServiceContext, id: string): Promise<boolean> {
  const operation = await ctx.storage.operations.get(ctx.actor.userId, id);
  const takenOver = operation && operation.leaseUntil > 0 ? await takeOver(ctx, operation) : null;
  if (takenOver === null) return false;
  await finish(ctx, takenOver);
  return true;
}

async function finish(ctx: ServiceContext, operation: StoredOperation): Promise<void> {
  if (operation.state !== "running") return await carryUndoOut(ctx, operation);
  try {
    await carryOut(ctx, operation);
  } catch (error) {
    // Refused, and taken back: nobody waits for the reason.
    if (!DomainError.is(error) || error.code !== "CONFLICT") throw error;
  }
}
