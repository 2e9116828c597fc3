import type { StoredNote, StoredRevision } from "../ports/note-store.ts";
import { sameFields } from "./same-note.ts";

/** A revision of which it is known whether the note was archived. */
export interface FlaggedRevision extends StoredRevision {
  readonly archived: boolean;
}

/**
 * Adds missing archive flags to the revisions before the present one, oldest first. They are worked out backwards:
 * two neighbours that are alike in all else are one archiving or its undoing, as an update without effect leaves no
 * revision. Wrong only where an older change both edited and toggled.
 */
export function withArchiveFlags(present: StoredNote, earlier: readonly StoredRevision[]): FlaggedRevision[] {
  let next: FlaggedRevision | StoredNote = present;
  const flagged = earlier.toReversed().map((revision) => {
    next = { ...revision, archived: flagBefore(revision, next) };
    return next;
  });
  return flagged.toReversed();
}

/** Returns the flag of a revision: as stored, or by the same rule from the revision after it. */
export function flagBefore(revision: StoredRevision, next: FlaggedRevision | StoredNote): boolean {
  return revision.archived ?? (sameFields(revision, next) ? !next.archived : next.archived);
}
