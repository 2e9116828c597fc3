import { statSync } from "node:fs";
import { unavailable } from "../database/sqlite-errors.ts";
import type { DataFiles } from "./data-files.ts";

/** A log of this length or less has a head and no writes. */
const HEAD_BYTES = 32;

/** Whether there is no database for the writes of its log: SQLite would begin again there, and throw the log away. */
export function isLogAlone({ database }: DataFiles): boolean {
  return sizeOf(database) === 0 && sizeOf(`${database}-wal`) > HEAD_BYTES;
}

export function assertLogHasDatabase(files: DataFiles): void {
  if (!isLogAlone(files)) return;
  const { database } = files;
  throw unavailable(
    `The database ${database} is missing or empty, and its log ${database}-wal is not: put the database back, or restore a backup with knote restore, which keeps the log. Nothing was changed.`,
  );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
