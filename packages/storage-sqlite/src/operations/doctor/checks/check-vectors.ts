import type { DatabaseSync } from "node:sqlite";
import { problemOf, type Check, type Patient } from "../check.ts";
import { inBatches } from "../in-batches.ts";
import type { Row } from "../../../stores/note-row.ts";
import { faultsOf, type VectorFault } from "../vector-faults.ts";

const KEPT_CONDITION = "m.role IN ('serving', 'next')";

export const checkVectors: Check = {
  name: "vectors",
  sound: "every live note has the vectors of its text, or is due to get them",
  find({ db }: Patient) {
    const faults = Map.groupBy(faultsOf(db), ({ fault }) => fault);
    return [
      ...[...faults].flatMap(([what, rows]) => problemOf(what, rows.map(rowOf), embedAgain)),
      ...problemOf("notes that lack vectors and are not due", notesWithoutVectors(db), makeDue),
    ];
  },
};

function rowOf({ seq, model, id }: VectorFault): Row {
  return { seq, model, example: id ?? `number ${seq}` };
}

/** Returns live notes that lack vectors and are not due; notes that the model has yet to list do not count. */
function notesWithoutVectors(db: DatabaseSync): Row[] {
  return db
    .prepare(
      `SELECT m.model, n.seq, n.user, n.id AS example FROM models m JOIN notes n
       WHERE ${KEPT_CONDITION} AND n.deleted_at IS NULL AND (n.seq <= m.listed_to OR n.seq > m.list_until)
       AND NOT EXISTS (SELECT 1 FROM due d WHERE d.model = m.model AND d.user = n.user AND d.seq = n.seq)
       AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.seq = n.seq AND v.model = m.model
         AND v.revision >= n.revision - n.same_text)`,
    )
    .all();
}

function makeDue(db: DatabaseSync, rows: readonly Row[]): void {
  const add = db.prepare("INSERT OR REPLACE INTO due (model, seq, user) VALUES (?, ?, ?)");
  inBatches(db, rows, (row) => void add.run(row["model"] as number, row["seq"] as number, row["user"] as number));
}

/** Deletes wrong vectors and makes their note due in the same transaction; keyword search still finds the note. */
function embedAgain(db: DatabaseSync, rows: readonly Row[]): void {
  const remove = db.prepare("DELETE FROM vectors WHERE seq = ? AND model = ?");
  const add = db.prepare(
    `INSERT OR IGNORE INTO due (model, seq, user) SELECT m.model, n.seq, n.user FROM models m JOIN notes n
     WHERE ${KEPT_CONDITION} AND m.model = ? AND n.seq = ? AND n.deleted_at IS NULL`,
  );
  inBatches(db, rows, (row) => {
    const [seq, model] = [row["seq"] as number, row["model"] as number];
    remove.run(seq, model);
    add.run(model, seq);
  });
}
