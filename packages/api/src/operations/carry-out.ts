import type { Link } from "@knote/contract";
import { noteCreated, noteUpdated } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import { conflict, DomainError } from "../errors.ts";
import { supersessionCycle } from "../links/create-link.ts";
import { newNote } from "../notes/create-note.ts";
import { noteWrite } from "../notes/note-view.ts";
import { sameFields } from "../past/same-note.ts";
import type { StoredOperation } from "../ports/operation-store.ts";
import { noteCreatedMessage, noteUpdatedMessage } from "../webhooks/messages.ts";
import { moveLinks } from "./move-links.ts";
import { holdOperation } from "./operation-hold.ts";
import { readPlan, type OperationPlan, type Part } from "./operation-plan.ts";
import { takeBack } from "./take-back.ts";
import { endsOf, insertUnlessThere, linkedNotices } from "./write-links.ts";

/**
 * Takes all steps of an operation that is running; those that were taken before are left out. Throws CONFLICT, with
 * everything as before, when others changed the notes in a way that forbids it.
 */
export async function carryOut(ctx: ServiceContext, operation: StoredOperation): Promise<void> {
  const hold = holdOperation(ctx, operation);
  const plan = readPlan(operation);
  const refusal = await writeTexts(ctx, operation, plan, () => hold.renew());
  if (refusal !== null) {
    await hold.turnTo("refusing");
    await takeBack(ctx, operation, { plan, hold, at: null });
    await ctx.storage.operations.remove(ctx.actor.userId, operation.id);
    throw refusal;
  }
  await moveLinks(ctx, plan.moves, { hold, madeAt: operation.at });
  await hold.finish("done");
}

/** Writes notes and supersessions. Returns why that is refused, or null. */
async function writeTexts(
  ctx: ServiceContext,
  { at }: StoredOperation,
  { revision, parts, supersessions }: OperationPlan,
  renew: () => Promise<void>,
): Promise<DomainError | null> {
  await renew();
  if (revision !== null && !(await revise(ctx, revision))) return changedMeanwhile();
  for (const part of parts) await createPart(ctx, part, at);
  ctx.wakeIndexer();
  for (const ends of supersessions) {
    await renew();
    if (!(await supersede(ctx, { ...ends, relation: "supersedes", created_at: at }))) return supersessionCycle();
  }
  return null;
}

export function changedMeanwhile(): DomainError {
  return conflict("One of the notes has changed meanwhile; read them again.");
}

/** Writes the new text. Returns false when the note has another text by now, not from an earlier run of this step. */
async function revise(
  ctx: ServiceContext,
  { before, after }: NonNullable<OperationPlan["revision"]>,
): Promise<boolean> {
  const { notes } = ctx.storage;
  const { userId } = ctx.actor;
  const notice = { event: noteUpdated(after), message: await noteUpdatedMessage(ctx, before, after) };
  if (await notes.update(userId, noteWrite(after), [notice])) return true;
  const [earlier] = await notes.history(userId, after.id, { limit: 1, before: before.revision + 2 });
  return earlier?.revision === after.revision && earlier.updated_at === after.updated_at && sameFields(earlier, after);
}

async function createPart(ctx: ServiceContext, part: Part, at: string): Promise<void> {
  const note = newNote(part, { id: part.id, created_at: at });
  try {
    await ctx.storage.notes.insert(ctx.actor.userId, noteWrite(note), [
      { event: noteCreated(note), message: noteCreatedMessage(ctx, note) },
    ]);
  } catch (error) {
    // An earlier run created it.
    if (!DomainError.is(error) || error.code !== "CONFLICT") throw error;
  }
}

/** Returns false when the link closes a cycle. Checks again afterwards: another process may close it from its end. */
async function supersede(ctx: ServiceContext, link: Link): Promise<boolean> {
  const closes = () => ctx.storage.links.supersedes(ctx.actor.userId, link.target_id, link.source_id);
  if (await closes()) return false;
  await insertUnlessThere(ctx, link, linkedNotices(ctx, link, link.created_at, await endsOf(ctx, [link])));
  return !(await closes());
}
