import type { DatabaseSync } from "node:sqlite";
import type { Batch } from "../database/batch.ts";
import type { Writer } from "../database/writer.ts";

/** Segments that a burst can leave behind: merging many at once is much less work than a few at a time. */
const MANY_SEGMENTS = 48;
/** Least segments of one level to merge, during a burst and when idle: each segment slows every search a little. */
const LEAST_BUSY = 16;
const LEAST_IDLE = 4;
/** A batch of at most this many notes is no burst: its small segment costs little to merge. */
const FEW_NOTES = 2;
/** Pages that one step merges: some milliseconds. */
const STEP_PAGES = 16;
const IDLE_MS = 1_000;
const PAUSE_MS = 10;

/** Keeps the segments of the full-text table few. Every batch that writes terms leaves one. */
export interface TermsMerging {
  /** Call it for each write of terms. */
  afterTerms(batch: Batch): void;
  /** Merges all segments into one, in small steps, so that removed terms leave the file. */
  rewrite(): Promise<void>;
  stop(): void;
}

interface TermsMergingDeps {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  readonly warn: (message: string, cause: unknown) => void;
}

/** Merges in small steps, mostly when idle; FTS5's own automerge blocks for 30 ms and more at a time. */
export function createTermsMerging({ db, writer, warn }: TermsMergingDeps): TermsMerging {
  const merge = db.prepare("INSERT INTO terms (terms, rank) VALUES ('merge', ?)");
  const setLeast = db.prepare("INSERT INTO terms (terms, rank) VALUES ('usermerge', ?)");
  const changes = db.prepare("SELECT total_changes() AS total");
  const totalChanges = () => changes.get()!["total"] as number;
  let least = 0;
  let segments = LEAST_IDLE;
  let isMerging = false;
  let isStopped = false;
  /** Notes that the current batch wrote. */
  let notes = 0;
  let lastWrite = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Merges a little. By FTS5's manual, a step with nothing to do changes fewer than two rows. */
  function step(leastSegments: number): void {
    // As a bigint: FTS5 rejects floats, as which numbers are bound.
    if (least !== leastSegments) setLeast.run(BigInt(leastSegments));
    least = leastSegments;
    // The first merge also writes what the batch left in memory, so only the second shows whether there is more.
    merge.run(STEP_PAGES - 1);
    const before = totalChanges();
    merge.run(1);
    isMerging = totalChanges() - before >= 2;
    if (!isMerging) segments = 0;
  }

  function afterBatch(): void {
    lastWrite = performance.now();
    segments++;
    if (notes <= FEW_NOTES) {
      if (isMerging || segments >= LEAST_IDLE) step(LEAST_IDLE);
    } else if (isMerging || segments >= MANY_SEGMENTS) step(LEAST_BUSY);
    notes = 0;
    wait(IDLE_MS);
  }

  function wait(ms: number): void {
    if (isStopped) return;
    timer ??= setTimeout(whenIdle, ms).unref();
  }

  function whenIdle(): void {
    timer = undefined;
    if (performance.now() - lastWrite < IDLE_MS) wait(IDLE_MS);
    else if (isMerging || segments >= LEAST_IDLE)
      writer.write(() => step(LEAST_IDLE)).then(() => wait(PAUSE_MS), warnOfFailure);
  }

  function warnOfFailure(error: unknown): void {
    warn("The search index could not be merged; trying again after the next write.", error);
  }

  /** Starts to merge everything (negative `pages`) or continues (positive); returns whether there is more. */
  function rewriteStep(pages: number): boolean {
    const before = totalChanges();
    merge.run(pages);
    return totalChanges() - before >= 2;
  }

  // A process that ended after a burst has left its segments.
  wait(IDLE_MS);
  return {
    afterTerms(batch) {
      notes++;
      batch.conclude(afterBatch);
    },
    async rewrite() {
      await writer.write(() => void rewriteStep(-STEP_PAGES));
      while (!isStopped && (await writer.write(() => rewriteStep(STEP_PAGES))));
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
