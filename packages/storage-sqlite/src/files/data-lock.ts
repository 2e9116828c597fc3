import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { conflict } from "@knote/api";
import { isBusy, toStorageError } from "../database/sqlite-errors.ts";
import { dataFiles, type DataFiles, type DataLocation } from "./data-files.ts";

/** Whoever only looks whether the folder is in use lets go at once. */
const PATIENCE_MS = 100;

export interface DataLock {
  /** Idempotent. */
  release(): void;
}

/**
 * Takes the folder for this process until it releases it or ends, however it ends: the lock is the
 * operating system's, on a database of its own. CONFLICT while another process has it.
 */
export function lockDataFolder({ folder, lock }: DataFiles): DataLock {
  const db = new DatabaseSync(lock, { timeout: PATIENCE_MS });
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (isBusy(error)) throw conflict(`The data folder ${folder} is in use by another Knote server.`, { cause: error });
    throw toStorageError(error);
  }
  return {
    release() {
      if (db.isOpen) db.close();
    },
  };
}

/** Whether a server has the folder now. */
export function isServed(location: DataLocation): boolean {
  const { lock } = dataFiles(location);
  if (!existsSync(lock)) return false;
  const db = new DatabaseSync(lock, { readOnly: true, timeout: 0 });
  try {
    db.prepare("SELECT 1 FROM sqlite_schema").get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw toStorageError(error);
  } finally {
    db.close();
  }
}
