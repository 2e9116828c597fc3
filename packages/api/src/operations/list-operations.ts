import { DAY_MS, LIMITS, type ListOperationsInput, type Operation, type OperationList } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { OperationOutline } from "../ports/operation-store.ts";

/** Lists the merges and splits of the last 30 days, newest first. */
export async function listOperations(
  ctx: ServiceContext,
  { limit, cursor }: ListOperationsInput,
): Promise<OperationList> {
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const page = await ctx.storage.operations.list(ctx.actor.userId, { limit: limit + 1, ...(after && { after }) });
  const first = firstUndoable(ctx);
  const recent = page.filter(({ at }) => at >= first);
  const outlines = recent.slice(0, limit);
  const last = recent.length > limit ? outlines.at(-1)! : null;
  return { operations: await operationViews(ctx, outlines), next: last && encodeCursor([last.at, last.id]) };
}

/** Returns the time of the oldest operation that can still be undone. */
export function firstUndoable(ctx: Pick<ServiceContext, "clock">): string {
  return new Date(ctx.clock.now() - LIMITS.undoDays * DAY_MS).toISOString();
}

/** Returns operations as lists show them, with the present titles of their notes. */
export async function operationViews(
  ctx: ServiceContext,
  operations: readonly OperationOutline[],
): Promise<Operation[]> {
  const notes = await getNotes(
    ctx,
    operations.flatMap(({ noteIds, partIds }) => [...noteIds, ...partIds]),
  );
  const namesOf = (ids: readonly string[]) =>
    ids.flatMap((id) => notes.get(id) ?? []).map(({ id, title }) => ({ id, title }));
  return operations.map(({ id, kind, at, state, noteIds, partIds, moved }) => ({
    id,
    kind,
    at,
    state: state === "done" || state === "undone" ? state : "under_way",
    note: namesOf(noteIds.slice(0, 1))[0] ?? null,
    others: namesOf([...noteIds.slice(1), ...partIds]),
    moved,
    undo_until: new Date(Date.parse(at) + LIMITS.undoDays * DAY_MS).toISOString(),
  }));
}

function positionOf(cursor: string) {
  // Safe because `decodeCursor` checks the kinds.
  const [at, id] = decodeCursor(cursor, ["string", "string"]) as [string, string];
  return { at, id };
}
