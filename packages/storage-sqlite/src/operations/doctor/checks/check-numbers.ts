import type { DatabaseSync } from "node:sqlite";
import { problemOf, type Check } from "../check.ts";
import { inBatches } from "../in-batches.ts";
import type { Row } from "../../../stores/note-row.ts";

const NUMBER_COLUMNS = {
  notes: "seq",
  links: "link",
  vectors: "vector",
  webhooks: "webhook",
  webhook_messages: "message",
} as const;
/** The highest number in use of each table; numbers of purged notes are added below. */
const HIGHEST = Object.entries(NUMBER_COLUMNS).map(
  ([table, column]) => `SELECT '${table}' AS example, max(${column}) AS highest FROM ${table}`,
);

/** SQLite stores the highest number ever given per table; without that row it would reuse numbers. */
export const checkNumbers: Check = {
  name: "numbers",
  sound: "numbers of notes, links, vectors, webhooks and messages are never reused, and those of users have no gaps",
  find: ({ db }) => [
    ...problemOf("tables that would reuse numbers", tablesBehind(db), setHighest),
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

function tablesBehind(db: DatabaseSync): Row[] {
  return db
    .prepare(
      `SELECT example, max(highest) AS highest FROM (
         ${[...HIGHEST, "SELECT 'notes' AS example, max(seq) AS highest FROM purges"].join(" UNION ALL ")}
       ) GROUP BY example
       HAVING max(highest) > coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = example), 0)`,
    )
    .all();
}

function setHighest(db: DatabaseSync, rows: readonly Row[]): void {
  const remove = db.prepare("DELETE FROM sqlite_sequence WHERE name = ?");
  const add = db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)");
  inBatches(db, rows, (row) => {
    const table = row["example"] as string;
    remove.run(table);
    add.run(table, row["highest"] as number);
  });
}
