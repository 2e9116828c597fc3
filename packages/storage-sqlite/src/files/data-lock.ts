import { DatabaseSync } from "node:sqlite";
import { conflict } from "@knote/api";
import { isBusy, toStorageError } from "../database/sqlite-errors.ts";
import type { DataFiles } from "./data-files.ts";

export interface DataLock {
  /** Idempotent. */
  release(): void;
}

/**
 * Takes the folder for this process until it releases it or ends, however it ends: the lock is the
 * operating system's, on a database of its own. CONFLICT while another process has it.
 */
export function lockDataFolder({ folder, lock }: DataFiles): DataLock {
  const db = new DatabaseSync(lock, { timeout: 0 });
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
