import { DatabaseSync } from "node:sqlite";
import { isBusy } from "../database/sqlite-errors.ts";

export interface FileLock {
  /** Idempotent. */
  release(): void;
}

/**
 * Locks a file for this process until it releases the lock or ends in any way: the lock is the operating system's, on
 * an empty database of its own. Creates the file if it is missing. Returns null when somebody else has had the lock for
 * `patienceMs`; throws SQLite's error for a file that cannot be a lock. No process that has the lock may open the file
 * in another way: closing it would drop the lock.
 */
export function lockFile(path: string, patienceMs: number): FileLock | null {
  const db = new DatabaseSync(path, { timeout: patienceMs });
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return {
    release() {
      if (db.isOpen) db.close();
    },
  };
}
