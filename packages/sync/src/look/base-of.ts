import { type CanonicalNote, digestOfNote } from "../notes/canonical-note.ts";
import type { SyncServer } from "../ports/sync-server.ts";

/** Returns the text of a note's history that has the digest; null when no revision has. */
export async function baseOf(server: SyncServer, id: string, digest: string): Promise<CanonicalNote | null> {
  for (const { note } of await server.revisions(id))
    // The history does not say whether a note was archived, but the digest does.
    for (const isArchived of [false, true]) {
      const candidate = { ...note, archived: isArchived };
      if (digestOfNote(candidate) === digest) return candidate;
    }
  return null;
}
