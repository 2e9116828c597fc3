import type { DatabaseSync } from "node:sqlite";
import type { VectorIndex } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import { ERASING } from "../stores/user-rows.ts";
import type { KeptModels } from "./kept-models.ts";

/** The outbox of embedding: a row for each live note whose vectors are behind. */
export interface DueNotes extends Pick<VectorIndex, "due" | "dueSince" | "pending"> {
  /** Marks a note as due or done; within a write. */
  set(model: number, note: { readonly seq: number; readonly created_at: string }, isDue: boolean): void;
}

export function createDueNotes(db: DatabaseSync, models: Pick<KeptModels, "find">): DueNotes {
  const add = db.prepare("INSERT OR IGNORE INTO due (model, created_at, seq) VALUES (?, ?, ?)");
  const remove = db.prepare("DELETE FROM due WHERE model = ? AND created_at = ? AND seq = ?");
  const oldest = db.prepare(
    `SELECT u.sub, n.id, d.created_at, d.seq FROM due d CROSS JOIN notes n USING (seq) CROSS JOIN users u ON u.user = n.user
     WHERE d.model = ? AND (d.created_at, d.seq) > (?, ?) AND u.sub NOT GLOB '${ERASING}*' ORDER BY d.created_at, d.seq ${BOUND_LIMIT}`,
  );
  const since = db.prepare("SELECT min(since) AS since FROM due WHERE model = ?");
  const count = db.prepare("SELECT count(*) AS due FROM due WHERE model = ?");
  return {
    set(model, { seq, created_at }, isDue) {
      if (isDue) add.run(model, created_at, seq);
      else remove.run(model, created_at, seq);
    },
    async due(name, limit, after = "") {
      const [createdAt = "", seq = 0] = after.split(" ");
      const rows = oldest.all(models.find(name), createdAt, Number(seq), limit);
      return rows.map((row) => ({
        userId: row["sub"] as string,
        noteId: row["id"] as string,
        position: `${row["created_at"] as string} ${row["seq"] as number}`,
      }));
    },
    async dueSince(name) {
      return since.get(models.find(name))!["since"] as number | null;
    },
    async pending(name) {
      return count.get(models.find(name))!["due"] as number;
    },
  };
}
