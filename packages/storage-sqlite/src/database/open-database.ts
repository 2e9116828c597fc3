import { DatabaseSync } from "node:sqlite";
import { DomainError } from "@knote/api";
import { isDamaged, toStorageError, unavailable } from "./sqlite-errors.ts";

/** "KNOT": tells a database of ours from any other (`PRAGMA application_id`). */
export const APPLICATION_ID = 0x4b_4e_4f_54;

const WAIT_MS = 50;

export interface OpenOptions {
  readonly readOnly?: boolean;
  readonly cacheKiB?: number;
}

/** A handle on an existing database file (an empty file is a new database). Nothing is written yet. */
export function openDatabase(path: string, { readOnly = false, cacheKiB = 8_192 }: OpenOptions = {}): DatabaseSync {
  return explained(path, () => {
    const db = new DatabaseSync(path, { readOnly, timeout: WAIT_MS });
    try {
      db.exec(`PRAGMA cache_size = -${cacheKiB}; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON;`);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** Keeps a write-ahead log, beside which readers go on. Checkpoints are ours to run. */
export function keepLog(db: DatabaseSync, path: string): void {
  const [mode] = explained(path, () => db.prepare("PRAGMA journal_mode = WAL").all());
  if (mode?.["journal_mode"] !== "wal") throw unavailable(`The file system of ${path} cannot hold a write-ahead log.`);
  db.exec("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;");
}

/**
 * A commit no longer waits for the disk on this thread: the writer waits for the log elsewhere before it
 * answers. Checkpoints go on waiting, so the file itself is as safe as before.
 */
export function leaveSyncToWriter(db: DatabaseSync): void {
  db.exec("PRAGMA synchronous = NORMAL");
}

/** The schema version of a database of ours, 0 of a new one; refuses any other file. */
export function schemaVersion(db: DatabaseSync, path: string): number {
  return explained(path, () => {
    const version = pragma(db, "user_version");
    const isOurs = pragma(db, "application_id") === APPLICATION_ID;
    const isNew = version === 0 && db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
    if (!isOurs && !isNew) throw notOurs(path);
    return version;
  });
}

function explained<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (DomainError.is(error)) throw error;
    if (isDamaged(error)) throw notOurs(path, error);
    const cause = toStorageError(error);
    throw DomainError.is(cause) ? unavailable(`The database ${path} cannot be opened: ${cause.message}`, error) : error;
  }
}

function notOurs(path: string, cause?: unknown): DomainError {
  const what = `The file ${path} is not a Knote database, or it is damaged. It was left as it is; a backup can be restored in its place.`;
  return new DomainError("UNAVAILABLE", what, { cause });
}

function pragma(db: DatabaseSync, name: "user_version" | "application_id"): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}
