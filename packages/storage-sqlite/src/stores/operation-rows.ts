import type { DatabaseSync } from "node:sqlite";
import type { OperationOutline, StoredOperation } from "@knote/api";
import type { Row } from "./note-row.ts";

export const OUTLINE = "operation, id, kind, at, state, lease_until, moved";

export interface OperationRows {
  /** Whether the user has all notes of the operation, live or deleted, other than its parts. */
  hasNotes(user: number, operation: StoredOperation): boolean;
  /** Whether another operation under way has one of the notes. */
  isBusy(user: number, id: string, noteIds: readonly string[]): boolean;
  insert(user: number, operation: StoredOperation): void;
  outline(row: Row): OperationOutline;
}

export function prepareOperationRows(db: DatabaseSync): OperationRows {
  const note = db.prepare("SELECT 1 FROM notes WHERE user = ? AND id = ?");
  const busy = db.prepare(
    `SELECT 1 FROM operation_notes n JOIN operations o USING (operation)
     WHERE n.user = ? AND n.note = ? AND o.lease_until > 0 AND o.id <> ?`,
  );
  const insert = db.prepare(
    `INSERT INTO operations (user, id, kind, at, state, lease_until, moved, notes, plan)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addNote = db.prepare(
    "INSERT INTO operation_notes (operation, place, user, note, is_part) VALUES (?, ?, ?, ?, ?)",
  );
  const notes = db.prepare("SELECT note, is_part FROM operation_notes WHERE operation = ? ORDER BY place");
  return {
    hasNotes: (user, { noteIds }) => noteIds.every((id) => note.get(user, id) !== undefined),
    isBusy: (user, id, noteIds) => noteIds.some((noteId) => busy.get(user, noteId, id) !== undefined),
    insert(user, { id, kind, at, state, leaseUntil, moved, noteIds, partIds, plan }) {
      const all = [...noteIds, ...partIds];
      const row = insert.run(user, id, kind, at, state, leaseUntil, moved, all.length, plan);
      all.forEach((noteId, place) =>
        addNote.run(row.lastInsertRowid, place, user, noteId, place < noteIds.length ? 0 : 1),
      );
    },
    outline(row) {
      const rows = notes.all(row["operation"] as number);
      const idsOf = (isPart: number) =>
        rows.filter((one) => one["is_part"] === isPart).map((one) => String(one["note"]));
      // Safe because only `insert` and `advance` write these columns.
      const { id, kind, at, state, moved } = row as unknown as OperationOutline;
      const leaseUntil = row["lease_until"] as number;
      return { id, kind, at, state, leaseUntil, moved, noteIds: idsOf(0), partIds: idsOf(1) };
    },
  };
}
