import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../../database/in-transaction.ts";

const ROWS_AT_ONCE = 200;

/** Runs the work on some rows per transaction: after a kill, the next run finds the rest. */
export function inBatches<T>(db: DatabaseSync, rows: readonly T[], work: (row: T) => void): void {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    inTransaction(db, () => rows.slice(from, from + ROWS_AT_ONCE).forEach(work));
}
