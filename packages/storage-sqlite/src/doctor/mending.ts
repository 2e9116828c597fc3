import type { DatabaseSync } from "node:sqlite";

const ROWS_AT_ONCE = 200;

/** All of the work or nothing of it, also if the process dies. */
export function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    work();
    db.exec("COMMIT");
  } catch (error) {
    // On some errors SQLite has taken back the transaction itself.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

/** Some rows in each transaction: what a kill cuts short is found again the next time. */
export function inBatches<T>(db: DatabaseSync, rows: readonly T[], work: (row: T) => void): void {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    inTransaction(db, () => rows.slice(from, from + ROWS_AT_ONCE).forEach(work));
}
