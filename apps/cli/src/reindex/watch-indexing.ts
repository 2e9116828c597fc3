import type { Storage } from "@knote/api";
import { CliError } from "../cli-error.ts";
import { createProgressLine, pace } from "../progress-line.ts";

const POLL_MS = 250;
/** How long no server can be running: one that restarts is away for a moment. */
const RESTART_GRACE_MS = 5_000;

export interface WatchOptions {
  readonly storage: Pick<Storage, "vectors">;
  readonly model: string;
  readonly isRunning: () => boolean;
}

/** Shows the server's progress until all notes are embedded. */
export async function watchIndexing({ storage, model, isRunning }: WatchOptions): Promise<void> {
  const { pending } = storage.vectors;
  const show = createProgressLine(process.stdout);
  const first = await pending(model);
  const since = performance.now();
  let runningAt = isRunning() ? since : -Infinity;
  for (;;) {
    const remaining = await pending(model);
    if (remaining === 0 && (await storage.vectors.models()).serving === model) break;
    const now = performance.now();
    if (isRunning()) runningAt = now;
    else if (now - runningAt > RESTART_GRACE_MS) {
      show.end();
      throw new CliError(
        `No server is running: start one to embed the ${remaining.toLocaleString("en")} notes that are due.`,
      );
    }
    show.line(progress(first, remaining, (now - since) / 1000));
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  show.end();
  process.stdout.write(`All notes are embedded by ${model}.\n`);
}

function progress(first: number, remaining: number, seconds: number): string {
  // More notes can have been written meanwhile than were embedded.
  const total = Math.max(first, remaining);
  const doneCount = total - remaining;
  return `${doneCount.toLocaleString("en")} of ${total.toLocaleString("en")} notes${pace(doneCount, remaining, seconds)}`;
}
