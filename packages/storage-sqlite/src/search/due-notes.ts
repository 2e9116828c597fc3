import type { DatabaseSync } from "node:sqlite";
import type { VectorIndex } from "@knote/api";
import type { Writer } from "../database/writer.ts";

/** Notes that one write lists as due for a new model. */
const LISTED_AT_ONCE = 2_000;

/** The outbox of embedding: a row for each live note whose vectors are behind. */
export interface DueNotes extends Pick<VectorIndex, "due" | "pending"> {
  /** The number of a model; all live notes are due for one that was never heard of. */
  modelNumber(name: string): Promise<number>;
  /** Marks a note as due or done; within a write. */
  set(model: number, note: { readonly seq: number; readonly created_at: string }, isDue: boolean): void;
}

export function createDueNotes(db: DatabaseSync, writer: Writer): DueNotes {
  const ready = new Map<string, Promise<number>>();
  const sql = prepareDue(db);

  /** From its first row on, every write lists its note for the model; here the earlier notes follow. */
  async function register(name: string): Promise<number> {
    const known = sql.find.get(name);
    if (known === undefined) await writer.write(() => void sql.register.run(name));
    const { model, list_until } = (known ?? sql.find.get(name)) as unknown as { model: number; list_until: number };
    for (;;) {
      const listedTo = sql.find.get(name)!["listed_to"] as number;
      if (listedTo >= list_until) return model;
      const end = Math.min(listedTo + LISTED_AT_ONCE, list_until);
      await writer.write(() => {
        sql.list.run(model, listedTo, end);
        sql.setListed.run(end, model);
      });
    }
  }

  function modelNumber(name: string): Promise<number> {
    const known = ready.get(name) ?? register(name);
    ready.set(name, known);
    known.catch(() => ready.delete(name));
    return known;
  }

  return {
    modelNumber,
    set(model, { seq, created_at }, isDue) {
      if (isDue) sql.add.run(model, created_at, seq);
      else sql.remove.run(model, created_at, seq);
    },
    async due(name, limit) {
      const rows = sql.oldest.all(await modelNumber(name), limit);
      return rows.map((row) => ({ userId: row["sub"] as string, noteId: row["id"] as string }));
    },
    async pending(name) {
      return sql.count.get(await modelNumber(name))!["due"] as number;
    },
  };
}

function prepareDue(db: DatabaseSync) {
  return {
    find: db.prepare("SELECT model, listed_to, list_until FROM models WHERE name = ?"),
    register: db.prepare(
      "INSERT OR IGNORE INTO models (name, listed_to, list_until) SELECT ?, 0, coalesce(max(seq), 0) FROM notes",
    ),
    list: db.prepare(
      "INSERT OR IGNORE INTO due (model, created_at, seq) SELECT ?, created_at, seq FROM notes WHERE deleted_at IS NULL AND seq > ? AND seq <= ?",
    ),
    setListed: db.prepare("UPDATE models SET listed_to = ? WHERE model = ?"),
    add: db.prepare("INSERT OR IGNORE INTO due (model, created_at, seq) VALUES (?, ?, ?)"),
    remove: db.prepare("DELETE FROM due WHERE model = ? AND created_at = ? AND seq = ?"),
    oldest: db.prepare(
      `SELECT u.sub, n.id FROM due d CROSS JOIN notes n USING (seq) CROSS JOIN users u ON u.user = n.user
       WHERE d.model = ? ORDER BY d.created_at, d.seq LIMIT ?`,
    ),
    count: db.prepare("SELECT count(*) AS due FROM due WHERE model = ?"),
  };
}
