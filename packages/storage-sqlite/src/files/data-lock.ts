import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { conflict, type DomainError } from "@knote/api/errors";
import { isBusy, unavailable } from "../database/sqlite-errors.ts";
import { dataFiles, type DataFiles, type DataLocation } from "./data-files.ts";
import { type FileLock, lockFile } from "./lock-file.ts";

/** Long enough for `isServed` in another process, which holds the lock for an instant. */
const PATIENCE_MS = 100;

/**
 * Locks the folder for this process until it releases the lock or ends in any way. Throws CONFLICT while another
 * process has it.
 */
export function lockDataFolder({ folder, lock }: DataFiles): FileLock {
  const dataLock = usingLock(lock, () => lockFile(lock, PATIENCE_MS));
  if (dataLock === null) throw conflict(`The data folder ${folder} is in use by another Knote server.`);
  return dataLock;
}

/** Returns whether a server uses the folder now. */
export function isServed(location: DataLocation): boolean {
  const { lock } = dataFiles(location);
  if (!existsSync(lock)) return false;
  const db = usingLock(lock, () => new DatabaseSync(lock, { readOnly: true, timeout: 0 }));
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

function usingLock<Result>(lock: string, use: () => Result): Result {
  try {
    return use();
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
