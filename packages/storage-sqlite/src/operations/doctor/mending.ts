import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../../database/in-transaction.ts";

const ROWS_AT_ONCE = 200;

/** Some rows in each transaction: what a kill cuts short is found again the next time. */
export function inBatches<T>(db: DatabaseSync, rows: readonly T[], work: (row: T) => void): void {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    inTransaction(db, () => rows.slice(from, from + ROWS_AT_ONCE).forEach(work));
}
