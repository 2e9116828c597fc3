import type { DatabaseSync } from "node:sqlite";
import { problemOf, type Check } from "../check.ts";
import { inBatches } from "../in-batches.ts";
import type { Row } from "../../../stores/note-row.ts";

export const checkRevisions: Check = {
  name: "revisions",
  sound: "every note has its revisions without gaps, the current one last",
  find: ({ db }) => [
    ...problemOf("notes whose earlier revisions are not all there", incomplete(db)),
    ...problemOf("notes that treat an earlier text as the current one", wrongText(db), forgetSameText),
  ],
};

function incomplete(db: DatabaseSync): Row[] {
  return db
    .prepare(
      `SELECT n.id AS example FROM notes n LEFT JOIN revisions r USING (seq) GROUP BY n.seq
       HAVING count(r.revision) <> n.revision - 1
       OR (n.revision > 1 AND (min(r.revision) <> 1 OR max(r.revision) <> n.revision - 1))`,
    )
    .all();
}

/** `same_text` counts the revisions since the text last changed; vectors rely on it. */
function wrongText(db: DatabaseSync): Row[] {
  return db
    .prepare(
      `SELECT n.seq, n.id AS example FROM notes n WHERE n.same_text NOT BETWEEN 0 AND n.revision - 1
       OR (n.same_text > 0 AND EXISTS (SELECT 1 FROM revisions r WHERE r.seq = n.seq
         AND r.revision >= n.revision - n.same_text AND (r.title <> n.title OR r.content <> n.content)))`,
    )
    .all();
}

/** Resets `same_text`: vectors of the earlier text become stale, and the check of vectors makes the note due. */
function forgetSameText(db: DatabaseSync, rows: readonly Row[]): void {
  const update = db.prepare("UPDATE notes SET same_text = 0 WHERE seq = ?");
  inBatches(db, rows, (row) => void update.run(row["seq"] as number));
}
