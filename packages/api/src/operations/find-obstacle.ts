import type { ServiceContext } from "../context.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { sameFields } from "../past/same-note.ts";
import { linkKey } from "../ports/link-store.ts";
import { newestOperationFirst, type OperationOutline, type StoredOperation } from "../ports/operation-store.ts";
import type { OperationPlan } from "./operation-plan.ts";
import { linksOfNote } from "./write-links.ts";

const PAGE = 100;

/** Returns a sentence about what keeps an operation from being undone, or null. */
export async function findObstacle(
  ctx: ServiceContext,
  operation: StoredOperation,
  plan: OperationPlan,
): Promise<string | null> {
  const notes = await getNotes(ctx, idsOf(operation));
  if (notes.size < idsOf(operation).length) return "One of its notes was deleted since; restore that first.";
  const later = await laterOperation(ctx, operation);
  const sharedId = later && idsOf(operation).find((id) => idsOf(later).includes(id));
  if (later && sharedId) return `“${notes.get(sharedId)!.title}” was part of a later ${later.kind}; undo that first.`;
  if (plan.revision !== null) {
    const survivor = notes.get(plan.revision.after.id)!;
    if (!sameFields(survivor, plan.revision.after)) return `“${survivor.title}” was edited since.`;
  }
  for (const { id } of plan.parts) {
    const { title, revision } = notes.get(id)!;
    if (revision > 1) return `“${title}” was edited since.`;
    if (await hasOwnLinks(ctx, id, operation, plan)) return `“${title}” has links of its own by now.`;
  }
  return null;
}

/** Returns the newest later operation, not undone, that shares a note with this one. */
async function laterOperation(ctx: ServiceContext, operation: OperationOutline): Promise<OperationOutline | null> {
  const ids = new Set(idsOf(operation));
  for (let after: OperationOutline | undefined; ;) {
    const page = await ctx.storage.operations.list(ctx.actor.userId, { limit: PAGE, ...(after && { after }) });
    for (const other of page) {
      if (newestOperationFirst(other, operation) >= 0) return null;
      if (other.state !== "undone" && idsOf(other).some((id) => ids.has(id))) return other;
    }
    if (page.length < PAGE) return null;
    after = page.at(-1)!;
  }
}

/** Whether a part has links other than those that the split gave it. */
async function hasOwnLinks(
  ctx: ServiceContext,
  id: string,
  { at }: OperationOutline,
  { supersessions, moves }: OperationPlan,
): Promise<boolean> {
  const ownLinks = [
    ...supersessions.map((ends) => ({ ...ends, relation: "supersedes" as const })),
    ...moves.flatMap(({ to }) => to),
  ];
  const ownKeys = new Set(ownLinks.map(linkKey));
  const links = await linksOfNote(ctx, id, ownLinks.length);
  return links.some((link) => link.created_at !== at || !ownKeys.has(linkKey(link)));
}

function idsOf({ noteIds, partIds }: OperationOutline): string[] {
  return [...noteIds, ...partIds];
}
