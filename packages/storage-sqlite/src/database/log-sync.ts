import { close, fdatasync, open } from "node:fs";
import { promisify } from "node:util";

const [openFile, syncFile, closeFile] = [promisify(open), promisify(fdatasync), promisify(close)];

/** Flushes the write-ahead log to the disk, off the event loop. */
export interface LogSync {
  /** Resolves when everything committed before the call is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** One handle serves until the close, since SQLite restarts the log within the same file. */
export function createLogSync(databasePath: string): LogSync {
  let file: Promise<number> | null = null;
  return {
    async sync() {
      file ??= openFile(`${databasePath}-wal`, "r+");
      await syncFile(await file);
    },
    async close() {
      if (file !== null) await closeFile(await file);
      file = null;
    },
  };
}
