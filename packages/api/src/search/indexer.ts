import type { Services } from "../context.ts";
import { DomainError } from "../errors.ts";
import { noteWindows, windowText } from "./windows.ts";

const BATCH = 32;
const RETRY_MS = 5_000;
/** Notes that another process wrote are found at the latest after this. */
const IDLE_MS = 30_000;

export interface Indexer {
  /** Looks for due notes now. */
  wake(): void;
  /** Resolves when nothing is due, or rejects with why it cannot go on. */
  drain(): Promise<void>;
  /** Ends after the text under way. */
  stop(): Promise<void>;
}

/**
 * Brings vectors up to their notes, in the background: what is due is embedded and put; a note that
 * moved on meanwhile stays due. When embedder or storage is out of reach it tries again later.
 */
export function createIndexer(
  services: Pick<Services, "storage" | "embedder">,
  onError: (error: unknown) => void,
): Indexer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let woken = false;
  const stopping = new AbortController();

  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    if (!stopping.signal.aborted) timer = setTimeout(wake, delayMs);
  };
  const run = async () => {
    do {
      woken = false;
      while (!stopping.signal.aborted && (await indexBatch(services, stopping.signal)) > 0);
    } while (woken && !stopping.signal.aborted);
  };
  const start = () => {
    woken = true;
    running ??= run().finally(() => (running = undefined));
    return running;
  };
  function wake(): void {
    start().then(
      () => schedule(IDLE_MS),
      (error: unknown) => {
        if (!stopping.signal.aborted) onError(error);
        schedule(RETRY_MS);
      },
    );
  }
  return {
    wake,
    drain: () => start(),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}

/** Indexes some due notes; answers how many there were. */
async function indexBatch(
  { storage, embedder }: Pick<Services, "storage" | "embedder">,
  signal: AbortSignal,
): Promise<number> {
  if (embedder.status() === "down") throw new DomainError("UNAVAILABLE", "The embedder is down.");
  const due = await storage.vectors.due(embedder.model, BATCH);
  for (const { userId, noteId } of due) {
    if (signal.aborted) return 0;
    const note = await storage.notes.get(userId, noteId);
    if (note === null) continue;
    const windows = noteWindows(note.content);
    const vectors = await embedder.embed(
      windows.map((window) => windowText(note, window)),
      { priority: "background", signal },
    );
    const embedded = windows.map((window, index) => ({ ...window, vector: vectors[index]! }));
    await storage.vectors.put(userId, noteId, {
      model: embedder.model,
      revision: note.revision,
      windows: embedded,
      complete: true,
    });
  }
  return due.length;
}
