import type { NoteStore, StoredNote, StoredRevision } from "@knote/api";
import { liveNote, liveNotes, type Shelf } from "./shelf.ts";

type PastNotes = Pick<NoteStore, "changedSince" | "revisionsAt" | "countDeleted" | "trash" | "keysOf">;

/** Reads of what notes were earlier. */
export function createMemoryPastNotes(shelf: Shelf): PastNotes {
  return {
    async changedSince(userId, since, { limit, after }) {
      const place = after ? `${after.updated_at} ${after.id}` : `${since}~`;
      return liveNotes(shelf, userId)
        .filter(({ write: { note } }) => note.revision > 1 && `${note.updated_at} ${note.id}` > place)
        .map(({ write: { note }, earlier, textRevision }) => ({
          id: note.id,
          created_at: note.created_at,
          updated_at: note.updated_at,
          archived: note.archived,
          text_changed_at: [...earlier, note].find(({ revision }) => revision === textRevision)!.updated_at,
        }))
        .toSorted((one, other) => (`${one.updated_at} ${one.id}` < `${other.updated_at} ${other.id}` ? -1 : 1))
        .slice(0, limit);
    },
    async revisionsAt(userId, ids, at) {
      return [...new Set(ids)].flatMap((id) => {
        const entry = liveNote(shelf, userId, id);
        if (entry === null || entry.write.note.updated_at <= at) return [];
        const revision = entry.earlier.findLast(({ updated_at }) => updated_at <= at);
        return revision ? [{ id, ...revisionOf(revision) }] : [];
      });
    },
    async trash(userId, { limit, after = "" }) {
      return [...shelf.notes.values()]
        .flatMap(({ userId: owner, deletedAt, write: { note } }) =>
          owner === userId && deletedAt !== null && note.id > after ? [{ note, deletedAt }] : [],
        )
        .toSorted((one, other) => (one.note.id < other.note.id ? -1 : 1))
        .slice(0, limit)
        .map(({ note: { id, revision, updated_at }, deletedAt }) => ({
          id,
          revision,
          updated_at,
          deleted_at: deletedAt,
        }));
    },
    async keysOf(userId, ids) {
      const entries = [...new Set(ids)].map((id) => [id, liveNote(shelf, userId, id)?.key ?? null] as const);
      return new Map(entries.flatMap(([id, key]) => (key === null ? [] : [[id, key] as const])));
    },
    async countDeleted(userId, { after, upTo }) {
      const entries = [...shelf.notes.values()].filter((entry) => entry.userId === userId);
      return entries.filter(({ deletedAt }) => deletedAt !== null && deletedAt > after && deletedAt <= upTo).length;
    },
  };
}

/** Returns what a revision of the note keeps. */
export function revisionOf(note: StoredNote): StoredRevision {
  const { revision, title, content, note_type, tags, importance, updated_at, archived } = note;
  return { revision, title, content, note_type, tags: [...tags], importance, updated_at, archived };
}
