import type { DatabaseSync } from "node:sqlite";
import { conflict, type TransferMark } from "@knote/api";
import { inTransaction } from "../database/in-transaction.ts";

/** Returns the mark of a transfer into this database, null when none is under way. */
export function transferMark(db: DatabaseSync): TransferMark | null {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'transfer'").get();
  if (table === undefined) return null;
  // Safe because only `setTransferMark` writes the table.
  const { source, done } = db.prepare("SELECT source, done FROM transfer").get() as unknown as TransferMark;
  return { source, done };
}

/** Stores the mark in a table that exists only during a transfer and is not part of the schema. */
export function setTransferMark(db: DatabaseSync, mark: TransferMark | null): void {
  inTransaction(db, () => {
    db.exec("DROP TABLE IF EXISTS transfer");
    if (mark === null) return;
    db.exec("CREATE TABLE transfer (source TEXT NOT NULL, done TEXT) STRICT");
    db.prepare("INSERT INTO transfer (source, done) VALUES (?, ?)").run(mark.source, mark.done);
  });
}

/** Throws CONFLICT while the data is incomplete, so that it is not served. */
export function assertNoTransfer(db: DatabaseSync, path: string): void {
  const mark = transferMark(db);
  if (mark) throw conflict(`The data in ${path} is not complete: finish its knote migrate from ${mark.source} first.`);
}
