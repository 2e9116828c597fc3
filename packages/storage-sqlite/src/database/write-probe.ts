import type { DatabaseSync } from "node:sqlite";
import type { Writer } from "./writer.ts";

const PROBE_MS = 5_000;

interface Parts {
  readonly db: DatabaseSync;
  readonly writer: Writer;
}

/** Rejects when the database cannot be read and written: by a real write, if none was made durable in the last seconds. */
export function createWriteProbe({ db, writer }: Parts): () => Promise<void> {
  const read = db.prepare("SELECT 1 FROM users LIMIT 1");
  const write = db.prepare("UPDATE probe SET written = written + 1");
  return async () => {
    read.get();
    if (!writer.isFailing() && performance.now() - writer.lastDurable() < PROBE_MS) return;
    await writer.write(() => void write.run());
  };
}
