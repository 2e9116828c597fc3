import type { DatabaseSync } from "node:sqlite";
import type { Writer } from "./writer.ts";

const PROBE_MS = 5_000;

interface WriteProbeDeps {
  readonly db: DatabaseSync;
  readonly writer: Writer;
}

/** Creates a check that rejects when the database cannot be read or written. Writes if no write was durable lately. */
export function createWriteProbe({ db, writer }: WriteProbeDeps): () => Promise<void> {
  const read = db.prepare("SELECT 1 FROM users LIMIT 1");
  const write = db.prepare("UPDATE probe SET written = written + 1");
  return async () => {
    read.get();
    if (!writer.isFailing() && performance.now() - writer.lastDurable() < PROBE_MS) return;
    await writer.write(() => void write.run());
  };
}
