import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { conflict, type DomainError } from "@knote/api";
import { isBusy, unavailable } from "../database/sqlite-errors.ts";
import { dataFiles, type DataFiles, type DataLocation } from "./data-files.ts";

/** Long enough for `isServed` in another process, which holds the lock for an instant. */
const PATIENCE_MS = 100;

export interface DataLock {
  /** Idempotent. */
  release(): void;
}

/**
 * Locks the folder for this process until it releases the lock or ends in any way: the lock is the
 * operating system's, on a database of its own. Throws CONFLICT while another process has it.
 */
export function lockDataFolder({ folder, lock }: DataFiles): DataLock {
  const db = openLock(lock, { timeout: PATIENCE_MS });
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (isBusy(error)) throw conflict(`The data folder ${folder} is in use by another Knote server.`, { cause: error });
    throw unusableLock(lock, error);
  }
  return {
    release() {
      if (db.isOpen) db.close();
    },
  };
}

/** Returns whether a server uses the folder now. */
export function isServed(location: DataLocation): boolean {
  const { lock } = dataFiles(location);
  if (!existsSync(lock)) return false;
  const db = openLock(lock, { readOnly: true, timeout: 0 });
  try {
    db.prepare("SELECT 1 FROM sqlite_schema").get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw unusableLock(lock, error);
  } finally {
    db.close();
  }
}

function openLock(lock: string, options: { readonly timeout: number; readonly readOnly?: boolean }): DatabaseSync {
  try {
    return new DatabaseSync(lock, options);
  } catch (error) {
    throw unusableLock(lock, error);
  }
}

function unusableLock(lock: string, cause: unknown): DomainError {
  return unavailable(
    `The lock file ${lock} cannot be used. It holds no notes: stop every Knote server of this folder, remove the file and start again.`,
    cause,
  );
}
