import type { Services } from "../context.ts";
import { DomainError } from "../errors.ts";
import { createDueTurns } from "./due-turns.ts";
import { type DueEmbedding, embedDue } from "./embed-due.ts";
import { createProgressMeter, type IndexingProgress } from "./indexing-progress.ts";

const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 300_000;
/** Interval of looking for notes that other processes wrote. */
const IDLE_MS = 2_000;
/** Indexing waits for a pause in writing: a user who just wrote a note may be writing the next one. */
const PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 10_000;

export interface Indexer {
  /** Looks for due notes at the next pause in writing, at the latest after ten seconds; the first time at once. */
  wake(): void;
  /** Resolves when nothing is due, or rejects with why it cannot go on. */
  drain(): Promise<void>;
  /** Stops after the call that is running. */
  stop(): Promise<void>;
}

export interface IndexerHooks {
  /** Called first, and retried until it succeeds. */
  readonly begin?: (signal: AbortSignal) => Promise<void>;
  /** Whether indexing is paused for the user. */
  readonly isHeld?: (userId: string) => boolean;
  /** Called whenever nothing is due. */
  readonly onIdle?: (signal: AbortSignal) => Promise<void>;
  /** Called with the reason when a note is postponed because the embedder refuses its text. */
  readonly onPostponed?: (error: unknown) => void;
  /** Called now and then during a long run. */
  readonly onProgress?: (progress: IndexingProgress) => void;
}

type IndexerDeps = Pick<Services, "storage" | "embedder" | "clock">;
type Work = IndexerDeps & DueEmbedding;

/**
 * Embeds due notes in the background. A note that changes meanwhile stays due; one that the embedder refuses is
 * postponed. Retries later when the embedder or the storage is away.
 */
export function createIndexer(
  parts: IndexerDeps,
  onError: (error: unknown) => void,
  hooks: IndexerHooks = {},
): Indexer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let wasWoken = false;
  let hasBegun = false;
  /** Time of the first `wake` that still waits for a pause. */
  let wokenAt: number | null = null;
  const { signal, abort } = abortable();
  const work = workOf(parts, hooks);

  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(look, delayMs);
  };
  const run = async () => {
    wokenAt = null;
    if (!hasBegun) await hooks.begin?.(signal);
    hasBegun = true;
    do {
      wasWoken = false;
      await embedAll(work, signal, hooks);
      if (!signal.aborted) await hooks.onIdle?.(signal);
    } while (wasWoken && !signal.aborted);
  };
  const start = () => {
    wasWoken = true;
    running ??= run().finally(() => (running = undefined));
    return running;
  };
  function wake(): void {
    if (!hasBegun || running) return look();
    const now = performance.now();
    wokenAt ??= now;
    schedule(Math.min(PAUSE_MS, wokenAt + LONGEST_PAUSE_MS - now));
  }
  function look(): void {
    start().then(
      () => schedule(IDLE_MS),
      (error: unknown) => {
        if (!signal.aborted) onError(error);
        schedule(retryMs(error));
      },
    );
  }
  return {
    wake,
    drain: () => start(),
    async stop() {
      abort();
      clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}

function workOf(parts: IndexerDeps, { onPostponed, isHeld = () => false }: IndexerHooks): Work {
  const { vectors } = parts.storage;
  return { ...parts, onPostponed, turns: createDueTurns({ vectors, model: parts.embedder.model, isHeld }) };
}

async function embedAll(parts: Work, signal: AbortSignal, { onProgress }: IndexerHooks): Promise<void> {
  const meter = createProgressMeter(parts.clock);
  while (!signal.aborted) {
    const { notes, isHolding } = await embedDue(parts, signal);
    if (notes === 0 && !isHolding) return;
    if (notes === 0) await pause(PAUSE_MS, signal);
    meter.add(notes);
    if (onProgress && meter.isDue())
      onProgress(meter.report(await parts.storage.vectors.pending(parts.embedder.model)));
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise.finally(() => clearTimeout(timer));
}

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Returns the delay before a retry: what a rate-limiting provider asked for, within bounds. */
function retryMs(error: unknown): number {
  const retryAfterMs = DomainError.is(error) ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.min(Math.max(RETRY_MS, retryAfterMs), LONGEST_RETRY_MS);
}
