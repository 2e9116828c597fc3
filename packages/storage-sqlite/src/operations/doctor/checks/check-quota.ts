import type { DatabaseSync } from "node:sqlite";
import { lossOf, problemOf, type Check } from "../check.ts";
import { inTransaction } from "../../../database/in-transaction.ts";
import type { Row } from "../../../stores/note-row.ts";

/** Settled reservations are kept for at least a day, so a month's counter cannot be below their number. */
const UNCOUNTED_QUERY = `
  SELECT u.sub AS example, r.user, r.month, r.queries, r.capable FROM (
    SELECT user, month, count(*) AS queries, sum(capable) AS capable FROM reservations WHERE settled = 1 GROUP BY user, month
  ) r LEFT JOIN usage c USING (user, month) LEFT JOIN users u USING (user)
  WHERE coalesce(c.queries, 0) < r.queries OR coalesce(c.capable_queries, 0) < r.capable`;

const ODD = `
  SELECT u.sub AS example FROM usage c LEFT JOIN users u USING (user)
  WHERE month NOT GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]' OR queries < 0 OR capable_queries NOT BETWEEN 0 AND queries`;

export const checkQuota: Check = {
  name: "quota",
  sound: "every answered question is counted",
  find: ({ db }) => [
    ...lossOf("months with fewer questions counted than were answered", db.prepare(UNCOUNTED_QUERY).all(), count),
    ...problemOf("months with impossible counters", db.prepare(ODD).all()),
  ],
};

function count(db: DatabaseSync, rows: readonly Row[]): void {
  const raise = db.prepare(
    `INSERT INTO usage (user, month, queries, capable_queries) VALUES (?, ?, ?, ?) ON CONFLICT (user, month) DO UPDATE
     SET queries = max(queries, excluded.queries), capable_queries = max(capable_queries, excluded.capable_queries)`,
  );
  const columns = ["user", "month", "queries", "capable"];
  inTransaction(db, () => {
    for (const row of rows) raise.run(...columns.map((column) => row[column] as number | string));
  });
}
