import type { DatabaseSync } from "node:sqlite";
import type { DataTransfer } from "@knote/api";
import { createSqliteStorage, type SqliteOptions, type SqliteStorage } from "../create-sqlite-storage.ts";
import { openDatabase } from "../database/open-database.ts";
import { createAccountRecords } from "./account-records.ts";
import { createHistoryRecords } from "./history-records.ts";
import { createNoteRecords } from "./note-records.ts";
import { setTransferMark, transferMark } from "./transfer-mark.ts";

/** Wait for the stores' own writes, such as a merge of terms or a checkpoint. */
const PATIENCE_MS = 30_000;

/** Opens the embedded engines as one side of a transfer. Locks the folder; throws CONFLICT while a server uses it. */
export async function openSqliteTransfer(options: SqliteOptions): Promise<DataTransfer> {
  const storage = await createSqliteStorage({ ...options, exclusive: true, duringTransfer: true });
  try {
    return assemble(openDatabase(storage.path), storage);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

function assemble(db: DatabaseSync, storage: SqliteStorage): DataTransfer {
  db.exec(`PRAGMA synchronous = FULL; PRAGMA busy_timeout = ${PATIENCE_MS};`);
  return {
    storage,
    totals: async () => totalsOf(db),
    ...createAccountRecords(db),
    ...createNoteRecords(db),
    ...createHistoryRecords(db),
    mark: async () => transferMark(db),
    setMark: async (mark) => setTransferMark(db, mark),
    async close() {
      db.close();
      await storage.close();
    },
  };
}

function totalsOf(db: DatabaseSync) {
  const totals = db.prepare("SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM notes) AS notes");
  // Safe because these are the columns of the statement.
  const { users, notes } = totals.get() as unknown as { users: number; notes: number };
  return { users, notes };
}
