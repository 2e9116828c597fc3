import type { ServiceContext } from "../context.ts";
import type { PastRevision } from "../ports/note-store.ts";
import { type FlaggedRevision, flagBefore } from "./archive-flags.ts";
import { earlierRevisions } from "./earlier-revisions.ts";

/**
 * Returns whether the note was archived with this revision. A revision without the flag is older than the keeping of
 * flags: then the later revisions tell, from the present one back.
 */
export async function archivedThen(
  ctx: Pick<ServiceContext, "storage" | "actor">,
  { id, revision, archived }: PastRevision,
): Promise<boolean> {
  if (archived !== null) return archived;
  let later: FlaggedRevision | null = null;
  for await (const one of earlierRevisions(ctx, id)) {
    later = { ...one, archived: later === null ? one.archived === true : flagBefore(one, later) };
    if (one.revision <= revision) break;
  }
  return later?.archived ?? false;
}
