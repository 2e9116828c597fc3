import type { DatabaseSync } from "node:sqlite";
import type { DataTransfer, EmbeddedWindow, VectorRecord } from "@knote/api";
import { floatsOf } from "../search-worker/floats-of.ts";
import { linkOf } from "../stores/link-reads.ts";
import { NOTE_COLUMNS, storedNote, storedRevision, type Row } from "../stores/note-row.ts";
import { pages } from "./pages.ts";

type NoteRecords = Pick<DataTransfer, "notes" | "earlierRevisions" | "present" | "links" | "vectors">;

/** Transfers a user's notes, links and vectors. The casts are safe because only the stores write these columns. */
export function createNoteRecords(db: DatabaseSync): NoteRecords {
  const sql = prepareNotes(db);
  return {
    notes: (userId) =>
      pages(
        ([change, seq]) => sql.notes.all(userId, change, seq),
        [-1, -1] as readonly [number, number],
        (row) => [row["change"] as number, row["seq"] as number] as const,
        (row) => ({
          note: storedNote(row),
          key: row["sender_key"] as string | null,
          deletedAt: row["deleted_at"] as string | null,
        }),
      ),
    earlierRevisions: async (userId, { id }) => sql.earlier.all(userId, id).map(storedRevision),
    async present(userId, ids) {
      const rows = sql.present.all(userId, JSON.stringify(ids));
      return new Map(
        rows.map((row) => [
          row["id"] as string,
          { revision: row["revision"] as number, isDeleted: row["deleted_at"] !== null },
        ]),
      );
    },
    links: (userId) =>
      pages(
        ([createdAt, link]) => sql.links.all(userId, createdAt, link),
        ["", 0] as readonly [string, number],
        (row) => [row["created_at"] as string, row["link"] as number] as const,
        linkOf,
      ),
    vectors: async (userId, model, noteIds) => byNote(sql.vectors.all(userId, JSON.stringify(noteIds), model)),
  };
}

/** Groups rows by note; the windows of a note come in order. */
function byNote(rows: readonly Row[]): VectorRecord[] {
  const recordsByNote = new Map<string, VectorRecord & { readonly windows: EmbeddedWindow[] }>();
  for (const row of rows) {
    const noteId = row["id"] as string;
    const record = recordsByNote.get(noteId) ?? {
      noteId,
      revision: row["revision"] as number,
      complete: row["is_due"] === 0,
      windows: [],
    };
    recordsByNote.set(noteId, record);
    record.windows.push(windowOf(row));
  }
  return [...recordsByNote.values()];
}

function windowOf(row: Row): EmbeddedWindow {
  return { start: row["start"] as number, end: row["stop"] as number, vector: floatsOf(row["data"] as Uint8Array) };
}

function prepareNotes(db: DatabaseSync) {
  const ownerCondition = "n.user = (SELECT user FROM users WHERE sub = ?)";
  return {
    notes: db.prepare(
      `SELECT change, seq, ${NOTE_COLUMNS}, sender_key, deleted_at FROM notes n
       WHERE ${ownerCondition} AND (change, seq) > (?, ?) ORDER BY change, seq LIMIT 200`,
    ),
    earlier: db.prepare(
      `SELECT r.* FROM notes n JOIN revisions r USING (seq) WHERE ${ownerCondition} AND n.id = ? ORDER BY r.revision`,
    ),
    present: db.prepare(
      `SELECT id, revision, deleted_at FROM notes n WHERE ${ownerCondition} AND id IN (SELECT value FROM json_each(?))`,
    ),
    links: db.prepare(
      `SELECT l.link, s.id AS source_id, t.id AS target_id, l.relation, l.created_at
       FROM links l JOIN notes s ON s.seq = l.source JOIN notes t ON t.seq = l.target
       WHERE l.user = (SELECT user FROM users WHERE sub = ?) AND (l.created_at, l.link) > (?, ?)
       ORDER BY l.created_at, l.link LIMIT 1000`,
    ),
    // Vectors of an earlier text are not transferred.
    vectors: db.prepare(
      `SELECT n.id, v.revision, v.start, v.stop, v.data,
         EXISTS (SELECT 1 FROM due d WHERE d.model = m.model AND d.seq = n.seq) AS is_due
       FROM notes n JOIN vectors v USING (seq) JOIN models m USING (model)
       WHERE ${ownerCondition} AND n.id IN (SELECT value FROM json_each(?)) AND n.deleted_at IS NULL
         AND m.name = ? AND v.revision >= n.revision - n.same_text
       ORDER BY v.seq, v.window`,
    ),
  };
}
