import type { DatabaseSync } from "node:sqlite";

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
