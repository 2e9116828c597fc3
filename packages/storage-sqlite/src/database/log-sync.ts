import { close, fdatasync, open } from "node:fs";
import { promisify } from "node:util";

const [openFile, syncFile, closeFile] = [promisify(open), promisify(fdatasync), promisify(close)];

/** Waits for the disk off the event loop. */
export interface LogSync {
  /** Resolves when all that was committed before the call is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The log is one file from the first commit to the last close: it starts again in its place. */
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
