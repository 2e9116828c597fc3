import { DatabaseSync } from "node:sqlite";
import { DomainError } from "@knote/api";
import { isDamaged, toStorageError, unavailable } from "./sqlite-errors.ts";

/** "KNOT": marks a database as Knote's (`PRAGMA application_id`). */
export const APPLICATION_ID = 0x4b_4e_4f_54;

const WAIT_MS = 50;

export interface OpenOptions {
  readonly readOnly?: boolean;
  readonly cacheKiB?: number;
}

/** Opens an existing database file (an empty file is a new database) without writing to it. */
export function openDatabase(path: string, { readOnly = false, cacheKiB = 8_192 }: OpenOptions = {}): DatabaseSync {
  return explainErrors(path, () => {
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

/** Turns on the write-ahead log, so that readers run beside a writer. SQLite runs no checkpoints by itself then. */
export function enableWriteAheadLog(db: DatabaseSync, path: string): void {
  const [mode] = explainErrors(path, () => db.prepare("PRAGMA journal_mode = WAL").all());
  if (mode?.["journal_mode"] !== "wal") throw unavailable(`The file system of ${path} cannot hold a write-ahead log.`);
  db.exec("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;");
}

/**
 * Stops commits from waiting for the disk on this thread: the writer awaits the log's sync before it resolves.
 * Checkpoints still wait, so the database file is as safe as before.
 */
export function leaveSyncToWriter(db: DatabaseSync): void {
  db.exec("PRAGMA synchronous = NORMAL");
}

/** Returns the schema version of a Knote database, 0 for a new one; throws for any other file. */
export function schemaVersion(db: DatabaseSync, path: string): number {
  return explainErrors(path, () => {
    const version = pragma(db, "user_version");
    const isOurs = pragma(db, "application_id") === APPLICATION_ID;
    const isNew = version === 0 && db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
    if (!isOurs && !isNew) throw foreignDatabase(path);
    return version;
  });
}

function explainErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (DomainError.is(error)) throw error;
    if (isDamaged(error)) throw foreignDatabase(path, error);
    const cause = toStorageError(error);
    throw DomainError.is(cause) ? unavailable(`The database ${path} cannot be opened: ${cause.message}`, error) : error;
  }
}

function foreignDatabase(path: string, cause?: unknown): DomainError {
  const what = `The file ${path} is not a Knote database, or it is damaged. It was left as it is; a backup can be restored in its place.`;
  return new DomainError("UNAVAILABLE", what, { cause });
}

function pragma(db: DatabaseSync, name: "user_version" | "application_id"): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}
