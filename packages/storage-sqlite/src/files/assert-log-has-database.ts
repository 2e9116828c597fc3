import { statSync } from "node:fs";
import { unavailable } from "../database/sqlite-errors.ts";
import type { DataFiles } from "./data-files.ts";

/** A log of this length or less has a header and no writes. */
const HEADER_BYTES = 32;

/** Returns whether a log with writes has no database: SQLite would start a new one there and discard the log. */
export function isLogWithoutDatabase({ database }: DataFiles): boolean {
  return sizeOf(database) === 0 && sizeOf(`${database}-wal`) > HEADER_BYTES;
}

export function assertLogHasDatabase(files: DataFiles): void {
  if (!isLogWithoutDatabase(files)) return;
  const { database } = files;
  throw unavailable(
    `The database ${database} is missing or empty, and its log ${database}-wal is not: put the database back, or restore a backup with knote restore, which keeps the log. Nothing was changed.`,
  );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
