import type { DatabaseSync } from "node:sqlite";
import { problemOf, type Check, type Problem } from "../check.ts";
import { inTransaction } from "../../../database/in-transaction.ts";

/** SQLite's messages when an index disagrees with its table, in which case the table is right. */
const INDEX_BEHIND = /missing from index|wrong # of entries in index/;
/** Left to the check of search terms, which examines the full-text tables. */
const FULL_TEXT = /fts5/i;

export const checkFile: Check = {
  name: "file",
  sound: "SQLite finds the file sound, and no row refers to a missing one",
  find({ db }) {
    const lines = db
      .prepare("PRAGMA integrity_check")
      .all()
      .map((row) => String(row["integrity_check"]))
      .filter((line) => line !== "ok" && !FULL_TEXT.test(line));
    const [behind, faults] = [
      lines.filter((line) => INDEX_BEHIND.test(line)),
      lines.filter((line) => !INDEX_BEHIND.test(line)),
    ];
    return [
      ...problemFromLines("faults in the file", faults, null),
      ...problemFromLines("rows missing from an index of the file", behind, (handle) =>
        inTransaction(handle, () => handle.exec("REINDEX")),
      ),
      ...problemOf("rows that name rows which are not there", missingParents(db)),
    ];
  },
};

function problemFromLines(what: string, lines: readonly string[], mend: Problem["mend"]): Problem[] {
  return lines.length === 0 ? [] : [{ what, count: lines.length, example: lines[0]!, mend }];
}

function missingParents(db: DatabaseSync) {
  return db
    .prepare("PRAGMA foreign_key_check")
    .all()
    .map((row) => ({ example: `${String(row["table"])} ${String(row["rowid"])}` }));
}
