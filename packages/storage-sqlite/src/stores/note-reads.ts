import type { NoteStore } from "@knote/api";
import { NOTE_COLUMNS, noteRevision, storedNote } from "./note-row.ts";
import type { NoteParts } from "./note-store.ts";

const IDS_PER_TITLE = 20;

type NoteReads = Pick<NoteStore, "get" | "getMany" | "history" | "archivedIds" | "findByTitleKeys">;

export function createNoteReads({ db, users }: Pick<NoteParts, "db" | "users">): NoteReads {
  const live = "user = ? AND id = ? AND deleted_at IS NULL";
  const one = db.prepare(`SELECT ${NOTE_COLUMNS} FROM notes WHERE ${live}`);
  const archived = db.prepare(`SELECT 1 FROM notes WHERE ${live} AND archived = 1`);
  const withSeq = db.prepare(`SELECT seq, ${NOTE_COLUMNS} FROM notes WHERE ${live}`);
  const earlier = db.prepare("SELECT * FROM revisions WHERE seq = ? ORDER BY revision DESC");
  const byTitle = db.prepare(
    `SELECT id FROM notes WHERE user = ? AND title_key = ? AND deleted_at IS NULL AND title_key <> ''
     ORDER BY seq LIMIT ${IDS_PER_TITLE}`,
  );
  return {
    async get(sub, id) {
      const row = one.get(users.find(sub), id);
      return row === undefined ? null : storedNote(row);
    },
    async getMany(sub, ids) {
      const user = users.find(sub);
      const rows = [...new Set(ids)].map((id) => one.get(user, id));
      return rows.filter((row) => row !== undefined).map(storedNote);
    },
    async history(sub, id) {
      const current = withSeq.get(users.find(sub), id);
      return current === undefined ? [] : [current, ...earlier.all(current["seq"] as number)].map(noteRevision);
    },
    async archivedIds(sub, ids) {
      const user = users.find(sub);
      return [...new Set(ids)].filter((id) => archived.get(user, id) !== undefined);
    },
    async findByTitleKeys(sub, titleKeys) {
      const user = users.find(sub);
      const found = new Map<string, string[]>();
      for (const titleKey of new Set(titleKeys)) {
        const ids = byTitle.all(user, titleKey).map((row) => row["id"] as string);
        if (ids.length > 0) found.set(titleKey, ids);
      }
      return found;
    },
  };
}
