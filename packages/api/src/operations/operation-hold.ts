import type { ServiceContext } from "../context.ts";
import { conflict } from "../errors.ts";
import type { OperationProgress, OperationState, StoredOperation } from "../ports/operation-store.ts";

/** How long a process that died keeps an operation from being finished. */
const LEASE_MS = 60_000;

/** An operation that this process carries out. Every method rejects once another process has taken it over. */
export interface OperationHold {
  /** To be called before each bundle of steps. */
  renew(): Promise<void>;
  /** Goes over to another state and keeps the hold. */
  turnTo(state: "refusing"): Promise<void>;
  /** Ends the hold: nothing is left to do. */
  finish(state: "done" | "undone"): Promise<void>;
}

/** Returns a lease that is neither the present one nor one that it was before. */
export function freshLease(
  ctx: Pick<ServiceContext, "clock">,
  { leaseUntil }: Pick<OperationProgress, "leaseUntil">,
): number {
  return Math.max(ctx.clock.now() + LEASE_MS, leaseUntil + 1);
}

/** Holds an operation whose present lease belongs to the caller. */
export function holdOperation(ctx: ServiceContext, operation: StoredOperation): OperationHold {
  const { operations } = ctx.storage;
  let progress: OperationProgress = { state: operation.state, leaseUntil: operation.leaseUntil };

  async function advance(state: OperationState, leaseUntil: number): Promise<void> {
    const to = { state, leaseUntil };
    const outcome = await operations.advance(ctx.actor.userId, operation.id, progress, to);
    if (outcome !== "advanced") throw underWay(operation);
    progress = to;
  }

  return {
    async renew() {
      if (progress.leaseUntil - ctx.clock.now() < LEASE_MS / 2)
        await advance(progress.state, freshLease(ctx, progress));
    },
    turnTo: (state) => advance(state, freshLease(ctx, progress)),
    finish: (state) => advance(state, 0),
  };
}

/** Takes an operation over from a process that died. Returns null when another process has it. */
export async function takeOver(ctx: ServiceContext, operation: StoredOperation): Promise<StoredOperation | null> {
  const { state } = operation;
  const leaseUntil = freshLease(ctx, operation);
  const outcome = await ctx.storage.operations.advance(ctx.actor.userId, operation.id, operation, {
    state,
    leaseUntil,
  });
  return outcome === "advanced" ? { ...operation, leaseUntil } : null;
}

export function underWay({ kind }: Pick<StoredOperation, "kind">) {
  return conflict(`This ${kind} is still under way; it is finished in the background.`, { retryAfterSeconds: 1 });
}
