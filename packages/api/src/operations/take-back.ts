import { noteDeleted, noteUpdated } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import { noteWrite } from "../notes/note-view.ts";
import { sameFields } from "../past/same-note.ts";
import type { RemovalTime } from "../ports/link-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { StoredOperation } from "../ports/operation-store.ts";
import { timestamp } from "../time.ts";
import { noteUpdatedMessage } from "../webhooks/messages.ts";
import { moveLinksBack } from "./move-links.ts";
import type { OperationHold } from "./operation-hold.ts";
import type { OperationPlan } from "./operation-plan.ts";
import { endsOf, removeAsMade } from "./write-links.ts";

interface TakeBackOptions {
  readonly plan: OperationPlan;
  readonly hold: OperationHold;
  /** When the supersessions end; null when they count as never made. */
  readonly at: RemovalTime;
}

/** Takes the steps of an operation back, the last one first; those that were not taken are left out. */
export async function takeBack(
  ctx: ServiceContext,
  operation: StoredOperation,
  { plan, hold, at }: TakeBackOptions,
): Promise<void> {
  await moveLinksBack(ctx, plan.moves, { hold, madeAt: operation.at });
  const notes = await endsOf(ctx, plan.supersessions);
  for (const ends of plan.supersessions) {
    await hold.renew();
    await removeAsMade(ctx, { ...ends, relation: "supersedes", created_at: operation.at }, { at, notes });
  }
  if (plan.revision !== null) await reviseBack(ctx, plan.revision);
  for (const { id } of plan.parts) await deletePart(ctx, id);
}

/** Writes the earlier text with the time of its claim, unless somebody has written another one since. */
async function reviseBack(
  ctx: ServiceContext,
  { before, after }: { readonly before: StoredNote; readonly after: StoredNote },
): Promise<void> {
  const { notes } = ctx.storage;
  const current = await notes.get(ctx.actor.userId, after.id);
  if (current === null || !sameFields(current, after)) return;
  const { title, content, note_type, tags, importance, claimed_at } = before;
  const now = timestamp(ctx);
  const next: StoredNote = {
    ...current,
    ...{ title, content, note_type, tags, importance, claimed_at },
    updated_at: now > current.updated_at ? now : current.updated_at,
    revision: current.revision + 1,
  };
  const notice = { event: noteUpdated(next), message: await noteUpdatedMessage(ctx, current, next) };
  await notes.update(ctx.actor.userId, noteWrite(next), [notice]);
  ctx.wakeIndexer();
}

/** Puts a part into the trash, where its owner can still get it. */
async function deletePart(ctx: ServiceContext, id: string): Promise<void> {
  const { notes } = ctx.storage;
  const part = await notes.get(ctx.actor.userId, id);
  const now = timestamp(ctx);
  if (part !== null) await notes.delete(ctx.actor.userId, id, now, [{ event: noteDeleted(part, now) }]);
}
