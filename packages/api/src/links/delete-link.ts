import type { LinkInput } from "@knote/contract";
import { noteUnlinked } from "../activity/events.ts";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { timestamp } from "../time.ts";

/** Removes a link; `relates_to` in either direction. */
export async function deleteLink(ctx: ServiceContext, input: LinkInput): Promise<void> {
  const { userId } = ctx.actor;
  const link = await ctx.storage.links.get(userId, input);
  const source = link && (await ctx.storage.notes.get(userId, link.source_id));
  if (link === null) throw linkNotFound();
  const at = timestamp(ctx);
  const notices = source ? [{ event: noteUnlinked(source, link.target_id, at) }] : [];
  if (!(await ctx.storage.links.delete(userId, input, at, notices))) throw linkNotFound();
}

export function linkNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Link not found.");
}
