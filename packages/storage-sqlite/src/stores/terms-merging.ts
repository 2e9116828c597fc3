import type { DatabaseSync } from "node:sqlite";
import type { Batch } from "../database/batch.ts";
import type { Writer } from "../database/writer.ts";

/** Segments that a burst may leave behind: merging many at once is much less work than few at a time. */
const MANY_SEGMENTS = 48;
/** Segments of one level that are merged during a burst, and when nothing else is to be done: each costs every search a little. */
const LEAST_BUSY = 16;
const LEAST_IDLE = 4;
/** A batch of so few leaves a small segment, which costs little to merge: no burst is under way. */
const FEW_NOTES = 2;
/** Pages that one step merges: some milliseconds. */
const STEP_PAGES = 16;
const IDLE_MS = 1_000;
const PAUSE_MS = 10;

/** Keeps the segments of the full-text table few. Every batch that writes terms leaves one. */
export interface TermsMerging {
  /** To be told of each batch that writes terms. */
  afterTerms(batch: Batch): void;
  /** Merges all segments into one, in small steps: what was removed leaves the file then. */
  rewrite(): Promise<void>;
  stop(): void;
}

interface Parts {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  readonly warn: (message: string, cause: unknown) => void;
}

/** FTS5's own automerge works in lumps of 30 ms and more; this goes in small steps, most of them in quiet times. */
export function createTermsMerging({ db, writer, warn }: Parts): TermsMerging {
  const merge = db.prepare("INSERT INTO terms (terms, rank) VALUES ('merge', ?)");
  const setLeast = db.prepare("INSERT INTO terms (terms, rank) VALUES ('usermerge', ?)");
  const changes = db.prepare("SELECT total_changes() AS total");
  const totalChanges = () => changes.get()!["total"] as number;
  let least = 0;
  let segments = LEAST_IDLE;
  let isMerging = false;
  let isStopped = false;
  /** That the batch under way wrote. */
  let notes = 0;
  let lastWrite = 0;
  let timer: NodeJS.Timeout | undefined;

  /** A step that finds nothing to do changes one row at most: so says the manual of FTS5. */
  function step(leastSegments: number): void {
    // As a bigint: FTS5 takes no number that came as a float.
    if (least !== leastSegments) setLeast.run(BigInt(leastSegments));
    least = leastSegments;
    // The first statement also writes what the batch left in memory, so only the second can tell.
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
      writer.write(() => step(LEAST_IDLE)).then(() => wait(PAUSE_MS), failed);
  }

  function failed(error: unknown): void {
    warn("The search index could not be tidied; it is tried again after the next write.", error);
  }

  /** A negative number begins to merge all there is; a positive one goes on with what was begun. */
  function rewriteStep(pages: number): boolean {
    const before = totalChanges();
    merge.run(pages);
    return totalChanges() - before >= 2;
  }

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
