import { closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { conflict, DomainError } from "@knote/api";
import { openDatabase } from "../../database/open-database.ts";
import { unavailable } from "../../database/sqlite-errors.ts";
import { assertBackup } from "./assert-backup.ts";
import { seal } from "./seal.ts";

const PAGES_A_STEP = 500;

export interface BackupOptions {
  /** Called after each step with the share that is copied, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Copies the database as of now to a new file while writes go on, and checks the copy.
 * Throws CONFLICT when the file exists: nothing is ever overwritten.
 */
export async function backUp(database: string, file: string, { onProgress }: BackupOptions = {}): Promise<void> {
  const target = resolve(file);
  if (existsSync(target)) throw conflict(`The file ${target} exists already.`);
  const draftFile = `${target}.unfinished`;
  try {
    rmSync(draftFile, { force: true });
    closeSync(openSync(draftFile, "wx", 0o600));
  } catch (error) {
    throw unavailable(`The backup could not be written to ${target}.`, error);
  }
  try {
    await copySnapshot(database, draftFile, onProgress);
    endLog(draftFile);
    await seal(draftFile);
    await assertBackup(draftFile);
    renameSync(draftFile, target);
  } catch (error) {
    rmSync(draftFile, { force: true });
    throw DomainError.is(error) ? error : unavailable(`The backup could not be written to ${target}.`, error);
  }
}

/** Turns off the write-ahead log: the backup is then a single file, readable even in a read-only folder. */
function endLog(file: string): void {
  using db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = DELETE");
}

async function copySnapshot(database: string, target: string, onProgress: BackupOptions["onProgress"]): Promise<void> {
  const db = openDatabase(database, { readOnly: true });
  try {
    // A reader's snapshot stays the same during the copy; without it, every write would restart the copy.
    db.exec("BEGIN; SELECT 1 FROM users LIMIT 1;");
    const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) =>
      onProgress?.(1 - remainingPages / totalPages);
    await backup(db, target, { rate: PAGES_A_STEP, progress });
    onProgress?.(1);
  } finally {
    db.close();
  }
}
