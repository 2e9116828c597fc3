import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import type { ImportEntry } from "./import-entry.ts";
import { prepareLines, type PreparedLine } from "./prepare-lines.ts";

/**
 * No more is read while so much is ready. It is stored in one write: every write brings each page that it touches to
 * the disk, and many lines touch the same, but it takes a turn of the event loop, some milliseconds.
 */
const ENOUGH_LINES = 256;
const ENOUGH_TERMS = 1_600;

export interface LinesAhead {
  /** The lines that are ready, as soon as there are any; none at the end. Rejects with why the source failed. */
  take(): Promise<readonly PreparedLine[]>;
  /** Reads no further. */
  stop(): void;
}

/** Reads and prepares lines, some in each turn of the event loop, while those before are stored. */
export function prepareAhead(ctx: ServiceContext, batches: AsyncIterable<readonly ImportEntry[]>): LinesAhead {
  let ready: PreparedLine[] = [];
  let terms = 0;
  let state: "reading" | "stopped" | "ended" = "reading";
  let moved = Promise.withResolvers<void>();
  const move = () => {
    moved.resolve();
    moved = Promise.withResolvers();
  };

  const isEnough = () => ready.length >= ENOUGH_LINES || terms >= ENOUGH_TERMS;

  async function read(): Promise<void> {
    for await (const batch of batches) {
      if (state === "stopped") return;
      const prepared = prepareLines(ctx, batch);
      ready.push(...prepared);
      terms += prepared.reduce((sum, line) => sum + termsOf(line), 0);
      move();
      while (isEnough() && state === "reading") await moved.promise;
      await nextTurn();
    }
  }

  const reading = read().finally(() => {
    state = "ended";
    move();
  });
  // Whoever takes is told; nobody may take any more.
  reading.catch(() => undefined);

  return {
    async take() {
      while (ready.length === 0 && state === "reading") await moved.promise;
      if (ready.length === 0) await reading;
      // Of a sender that keeps up, what one turn brings is only a part of what has come.
      for (let before = 0; ready.length > before && !isEnough(); await nextTurn()) before = ready.length;
      const taken = ready;
      [ready, terms] = [[], 0];
      move();
      return taken;
    },
    stop() {
      state = "stopped";
      move();
    },
  };
}

function termsOf({ made }: PreparedLine): number {
  return "write" in made ? made.write.terms.counts.length : 0;
}
