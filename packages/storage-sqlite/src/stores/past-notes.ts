import type { DatabaseSync } from "node:sqlite";
import { beginTurn, nextTurn, positionAt, type ChangedNote, type NoteStore, type PastRevision } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import { storedRevision, type Row } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";

/** Rows that are read in one turn of the event loop. */
const ROWS_A_TURN = 1_000;

type PastNotes = Pick<NoteStore, "changedSince" | "revisionsAt" | "countDeleted" | "trash" | "keysOf">;

/** Prepares the reads of what notes were earlier. */
export function createPastNotes({ db, users }: { readonly db: DatabaseSync; readonly users: UserRows }): PastNotes {
  const changes = db.prepare(
    `SELECT id, created_at, updated_at, archived,
       CASE same_text WHEN 0 THEN updated_at ELSE
         (SELECT r.updated_at FROM revisions r WHERE r.seq = n.seq AND r.revision = n.revision - n.same_text)
       END AS text_changed_at
     FROM notes n INDEXED BY notes_by_update
     WHERE user = ? AND deleted_at IS NULL AND revision > 1 AND (updated_at, id) > (?, ?)
     ORDER BY updated_at, id ${BOUND_LIMIT}`,
  );
  const changedNote = db.prepare(
    "SELECT seq, revision FROM notes WHERE user = ? AND id = ? AND deleted_at IS NULL AND created_at <= ? AND updated_at > ?",
  );
  const timeOf = db.prepare("SELECT updated_at FROM revisions WHERE seq = ? AND revision = ?");
  const revision = db.prepare("SELECT * FROM revisions WHERE seq = ? AND revision = ?");
  const trashOfUser = db.prepare(
    `SELECT id, revision, updated_at, deleted_at FROM notes
     WHERE user = ? AND deleted_at IS NOT NULL AND id > ? ORDER BY id ${BOUND_LIMIT}`,
  );
  const keyOf = db.prepare("SELECT sender_key FROM notes WHERE user = ? AND id = ? AND deleted_at IS NULL");
  const trash = db.prepare(
    `SELECT seq, user, deleted_at FROM notes INDEXED BY notes_deleted
     WHERE (deleted_at, seq) > (?, ?) AND deleted_at <= ? ORDER BY deleted_at, seq ${BOUND_LIMIT}`,
  );

  /** Halves the range of revisions, whose times never decrease: a note can have any number of them. */
  function numberAt(seq: number, present: number, at: string): number {
    let [earlier, later] = [0, present];
    while (later - earlier > 1) {
      const middle = Math.floor((earlier + later) / 2);
      const time = timeOf.get(seq, middle)?.["updated_at"] as string | undefined;
      if (time !== undefined && time <= at) earlier = middle;
      else later = middle;
    }
    return earlier;
  }

  function revisionAt(user: number | null, id: string, at: string): PastRevision | null {
    const note = changedNote.get(user, id, at, at);
    if (note === undefined) return null;
    const seq = note["seq"] as number;
    const row = revision.get(seq, numberAt(seq, note["revision"] as number, at));
    return row === undefined ? null : { id, ...storedRevision(row) };
  }

  return {
    async changedSince(sub, since, { limit, after }) {
      const place = after ?? { updated_at: since, id: positionAt(since).id };
      return changes.all(users.find(sub), place.updated_at, place.id, limit).map(changedNoteOf);
    },
    async revisionsAt(sub, ids, at) {
      const user = users.find(sub);
      const revisions: PastRevision[] = [];
      const turn = beginTurn();
      for (const id of new Set(ids)) {
        if (turn.isOver()) await turn.next();
        const past = revisionAt(user, id, at);
        if (past !== null) revisions.push(past);
      }
      return revisions;
    },
    async trash(sub, { limit, after = "" }) {
      return trashOfUser.all(users.find(sub), after, limit).map((row) => ({
        id: row["id"] as string,
        revision: row["revision"] as number,
        updated_at: row["updated_at"] as string,
        deleted_at: row["deleted_at"] as string,
      }));
    },
    async keysOf(sub, ids) {
      const user = users.find(sub);
      const keys = [...new Set(ids)].map((id) => [id, keyOf.get(user, id)?.["sender_key"] ?? null] as const);
      return new Map(keys.flatMap(([id, key]) => (key === null ? [] : [[id, key as string] as const])));
    },
    async countDeleted(sub, { after, upTo }) {
      const user = users.find(sub);
      let count = 0;
      // The trash of all users has one index, in the order of purging.
      for (let place: readonly [string, number] = [after, Number.MAX_SAFE_INTEGER]; ; await nextTurn()) {
        const rows = trash.all(...place, upTo, ROWS_A_TURN);
        count += rows.filter((row) => row["user"] === user).length;
        if (rows.length < ROWS_A_TURN) return count;
        const last = rows.at(-1)!;
        place = [last["deleted_at"] as string, last["seq"] as number];
      }
    },
  };
}

function changedNoteOf(row: Row): ChangedNote {
  return {
    id: row["id"] as string,
    created_at: row["created_at"] as string,
    updated_at: row["updated_at"] as string,
    text_changed_at: row["text_changed_at"] as string,
    archived: row["archived"] === 1,
  };
}
