import type { DatabaseSync } from "node:sqlite";
import { problemOf, type Check } from "../check.ts";
import { inBatches } from "../mending.ts";
import type { Row } from "../../../stores/note-row.ts";

const NUMBERED = { notes: "seq", links: "link", vectors: "vector" } as const;
/** Numbers of purged notes count as well. */
const HIGHEST = Object.entries(NUMBERED).map(
  ([table, column]) => `SELECT '${table}' AS example, max(${column}) AS highest FROM ${table}`,
);

/** SQLite keeps beside each numbered table how far its numbers went, and begins again where that is missing. */
export const checkNumbers: Check = {
  name: "numbers",
  sound: "no number of a note, link or vector is given twice, and no number of a user is left out",
  find: ({ db }) => [
    ...problemOf("tables that would give numbers again", repeating(db), goOn),
    ...problemOf(
      "gaps in the numbers of users, whose rows are never removed",
      db
        .prepare(
          "SELECT user - 1 AS example FROM users u WHERE user > 1 AND NOT EXISTS (SELECT 1 FROM users WHERE user = u.user - 1)",
        )
        .all(),
    ),
  ],
};

function repeating(db: DatabaseSync): Row[] {
  return db
    .prepare(
      `SELECT example, max(highest) AS highest FROM (
         ${[...HIGHEST, "SELECT 'notes' AS example, max(seq) AS highest FROM purges"].join(" UNION ALL ")}
       ) GROUP BY example
       HAVING max(highest) > coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = example), 0)`,
    )
    .all();
}

function goOn(db: DatabaseSync, rows: readonly Row[]): void {
  const remove = db.prepare("DELETE FROM sqlite_sequence WHERE name = ?");
  const add = db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)");
  inBatches(db, rows, (row) => {
    const table = row["example"] as string;
    remove.run(table);
    add.run(table, row["highest"] as number);
  });
}
