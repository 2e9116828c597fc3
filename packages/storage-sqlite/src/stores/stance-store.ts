import type { DatabaseSync } from "node:sqlite";
import { invalidCursor, mapInTurns, type StanceEntry, type StanceStore } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { Writer } from "../database/writer.ts";
import type { Row } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";

interface StanceStoreDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
}

export function createStanceStore({ db, users, writer }: StanceStoreDeps): StanceStore {
  const sql = prepareStances(db);

  function addOne(user: number | null, entry: StanceEntry): boolean {
    const { noteId, number, at, kind, confidence, expects, review_on, outcome, text } = entry;
    const note = sql.seq.get(user, noteId)?.["seq"] as number | undefined;
    if (note === undefined) return false;
    const values = [number, at, kind, confidence, expects, review_on, outcome, text];
    return sql.add.run(user, note, ...values).changes === 1;
  }

  return {
    add: (sub, entries) =>
      writer.write(() => {
        const user = users.find(sub);
        const addedCount = entries.filter((entry) => addOne(user, entry)).length;
        if (user !== null && addedCount > 0) users.advance(user, { stances: addedCount });
        return addedCount;
      }),
    ofNote: async (sub, noteId) => sql.ofNote.all(users.find(sub), noteId).map(stanceOf),
    async latest(sub, noteIds) {
      const user = users.find(sub);
      const rows = await mapInTurns([...new Set(noteIds)], (id) => sql.latest.get(user, id));
      return rows.flatMap((row) => (row === undefined ? [] : stanceOf(row)));
    },
    async list(sub, { limit, after = "0 0" }) {
      const [, note, number] = /^(\d{1,15}) (\d{1,15})$/.exec(after) ?? [];
      if (note === undefined || number === undefined) throw invalidCursor();
      const rows = sql.list.all(users.find(sub), Number(note), Number(number), limit + 1);
      const page = rows.slice(0, limit);
      return { entries: page.map(stanceOf), next: rows.length > limit ? placeOf(page.at(-1)!) : null };
    },
  };
}

function prepareStances(db: DatabaseSync) {
  const columns = "number, at, kind, confidence, expects, review_on, outcome, text";
  const some = `SELECT n.id AS note_id, s.note, s.${columns.replaceAll(", ", ", s.")} FROM`;
  const ofNote = `${some} notes n CROSS JOIN stances s ON s.user = n.user AND s.note = n.seq WHERE n.user = ? AND n.id = ?`;
  return {
    seq: db.prepare("SELECT seq FROM notes WHERE user = ? AND id = ?"),
    add: db.prepare(
      `INSERT INTO stances (user, note, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
    ofNote: db.prepare(`${ofNote} ORDER BY s.number`),
    latest: db.prepare(`${ofNote} ORDER BY s.number DESC LIMIT 1`),
    list: db.prepare(
      `${some} stances s CROSS JOIN notes n ON n.seq = s.note
       WHERE s.user = ? AND (s.note, s.number) > (?, ?) ORDER BY s.note, s.number ${BOUND_LIMIT}`,
    ),
  };
}

function placeOf(row: Row): string {
  return `${row["note"] as number} ${row["number"] as number}`;
}

function stanceOf(row: Row): StanceEntry {
  // Safe because only `add` writes these columns.
  const { note_id, number, at, kind, confidence, expects, review_on, outcome, text } = row as unknown as StanceEntry & {
    readonly note_id: string;
  };
  return { noteId: note_id, number, at, kind, confidence, expects, review_on, outcome, text };
}
