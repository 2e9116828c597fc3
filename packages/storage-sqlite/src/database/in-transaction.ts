import type { DatabaseSync } from "node:sqlite";

/** Does all of the work or none of it, even if the process dies. */
export function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    work();
    db.exec("COMMIT");
  } catch (error) {
    // On some errors SQLite has already rolled back by itself.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
