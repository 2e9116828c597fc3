import { constants, copyFileSync, existsSync, linkSync, renameSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DomainError } from "@knote/api";
import { toStorageError, unavailable } from "../../database/sqlite-errors.ts";
import { isLogWithoutDatabase } from "../../files/assert-log-has-database.ts";
import { dataFiles, prepareDataFiles, type DataFiles, type DataLocation } from "../../files/data-files.ts";
import { lockDataFolder } from "../../files/data-lock.ts";
import { syncFolder } from "../../files/sync-folder.ts";
import { assertBackup } from "./assert-backup.ts";
import { copyBackup } from "./copy-backup.ts";

export interface RestoreResult {
  /** Path of the data that was replaced; null when there was none. */
  readonly previous: string | null;
  /** How many personal tokens and grants of the backup were not restored. */
  readonly endedTokens: number;
}

/**
 * Replaces the data with a backup and ends all sessions and stored tokens. Keeps the previous data beside it. Throws CONFLICT while a
 * server uses the folder, and without any change when the file is not a sound backup.
 */
export async function restoreBackup(
  file: string,
  location: DataLocation,
  now: Date = new Date(),
): Promise<RestoreResult> {
  const files = dataFiles(location);
  const isNew = !existsSync(files.database) && !isLogWithoutDatabase(files);
  await assertBackup(file);
  prepareDataFiles(files);
  const lock = lockDataFolder(files);
  try {
    const incoming = `${files.database}.restoring`;
    const endedTokens = await copyBackup(file, incoming);
    const previous = isNew ? null : keepPrevious(files, now);
    renameSync(incoming, files.database);
    syncFolder(files.folder);
    return { previous, endedTokens };
  } catch (error) {
    throw DomainError.is(error)
      ? error
      : unavailable(`The backup could not be restored into ${files.folder}.`, toStorageError(error));
  } finally {
    lock.release();
  }
}

/** Keeps the log of the previous data away from the restored file: merges it into its database or moves it along. */
function keepPrevious(files: DataFiles, now: Date): string {
  const { database } = files;
  const previous = `${database}.before-restore-${now.toISOString().replaceAll(":", "-")}`;
  if (!isLogWithoutDatabase(files)) endLog(database);
  try {
    // The data stays in place until the restored file is renamed over it.
    linkSync(database, previous);
  } catch {
    // File systems without hard links.
    copyFileSync(database, previous, constants.COPYFILE_EXCL);
  }
  for (const suffix of ["-wal", "-shm"])
    if (existsSync(database + suffix)) renameSync(database + suffix, previous + suffix);
  return previous;
}

/** Merges the log into the database by closing its last handle. Data too damaged for that keeps its log. */
function endLog(database: string): void {
  try {
    const db = new DatabaseSync(database);
    try {
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      db.close();
    }
  } catch (error) {
    if (!(error instanceof Error && "errcode" in error)) throw error;
  }
}
