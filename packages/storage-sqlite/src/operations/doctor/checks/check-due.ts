import type { DatabaseSync } from "node:sqlite";
import { problemOf, type Check } from "../check.ts";
import { inBatches } from "../in-batches.ts";
import type { Row } from "../../../stores/note-row.ts";

/** Runs after the check of vectors, which lists a note due under the wrong user again under its own. */
export const checkDue: Check = {
  name: "due",
  sound: "only live notes are due to be embedded, by models that are kept",
  find: ({ db }) =>
    problemOf(
      "notes due that cannot be embedded",
      db
        .prepare(
          `SELECT d.model, d.seq, coalesce(n.id, 'number ' || d.seq) AS example
           FROM due d LEFT JOIN notes n USING (seq) LEFT JOIN models m USING (model)
           WHERE n.seq IS NULL OR n.deleted_at IS NOT NULL OR n.user <> d.user
           OR m.model IS NULL OR m.role = 'left'`,
        )
        .all(),
      removeDue,
    ),
};

function removeDue(db: DatabaseSync, rows: readonly Row[]): void {
  const remove = db.prepare("DELETE FROM due WHERE model = ? AND seq = ?");
  inBatches(db, rows, (row) => void remove.run(row["model"] as number, row["seq"] as number));
}
