import type { DatabaseSync } from "node:sqlite";
import type { Batch, Transaction } from "./batch.ts";
import { isBusy, toStorageError, unavailable } from "./sqlite-errors.ts";
import { BATCH_JOBS, createTransactionRunner, type Job } from "./transaction-runner.ts";

export interface Writer {
  /**
   * Runs the work in the next transaction and answers once it is durable. Work that throws is undone
   * alone. It is synchronous, others may share its transaction, and it may run a second time when one of
   * those fails: what it changes outside the database, it leaves to the batch.
   */
  write<T>(work: (batch: Batch) => T): Promise<T>;
  /** Lets no transaction begin until the work is done. */
  hold(work: () => Promise<void>): Promise<void>;
  /** Writes that are not durable yet. */
  waiting(): number;
  /** `performance.now()` when a write was made durable last. */
  lastDurable(): number;
  /** Whether the engine failed at the last transaction. */
  isFailing(): boolean;
  /** Resolves when all that is queued now was written or refused. */
  flush(): Promise<void>;
}

export interface WriterOptions {
  /** Brings what was committed to the disk. */
  readonly sync: () => Promise<void>;
  /** Told after each transaction. */
  readonly onCommit?: () => void;
  /** Milliseconds: a transaction takes in no more work once it has taken its time. */
  readonly now?: () => number;
}

/** While each turn of the event loop brings more writes, a transaction waits for them so long. */
const GATHER_MS = 8;
const BUSY_RETRY_MS = 10;
const BUSY_LIMIT_MS = 5_000;

/**
 * Group commit: writes that arrive while the disk is busy with earlier ones share a transaction. It is
 * committed here and waits for the disk off the event loop; its writes are answered after that.
 */
export function createWriter(
  db: DatabaseSync,
  { sync, onCommit = () => {}, now = () => performance.now() }: WriterOptions,
): Writer {
  const runner = createTransactionRunner(db, now);
  const queue: Job[] = [];
  const unsynced: Transaction<Job>[] = [];
  /** What the disk is being told of. */
  let onTheWay: readonly Transaction<Job>[] = [];
  let lastDurable = -Infinity;
  let scheduled = false;
  let syncing = false;
  let holds = 0;
  let failing = false;
  /** Once the disk refused what was committed, nobody knows what it holds: only a restart can tell. */
  let broken: unknown;
  let busySince: number | null = null;

  function schedule(delayMs = 0): void {
    if (scheduled || queue.length === 0 || holds > 0 || (syncing && queue.length < BATCH_JOBS)) return;
    scheduled = true;
    if (delayMs > 0) setTimeout(runBatch, delayMs);
    else setImmediate(gather, 0, now());
  }

  /** What a transaction and its segment of the search index cost besides is the same for one write and for all of a burst. */
  function gather(before: number, since: number): void {
    const { length } = queue;
    if (length > before && length < BATCH_JOBS && now() - since < GATHER_MS) setImmediate(gather, length, since);
    else runBatch();
  }

  function runBatch(): void {
    scheduled = false;
    if (holds > 0) return;
    try {
      if (broken !== undefined) throw broken;
      const { transaction, failure } = runner.run(queue);
      busySince = null;
      failing = failure !== undefined;
      if (failing) refuse(transaction, failure);
      else if (transaction.done.length > 0) unsynced.push(transaction);
    } catch (error) {
      retryOrFail(error);
      return;
    }
    if (!syncing) void syncAll();
    schedule();
  }

  /** While another process writes, this one waits its turn without holding the event loop. */
  function retryOrFail(error: unknown): void {
    busySince ??= performance.now();
    if (isBusy(error) && performance.now() - busySince < BUSY_LIMIT_MS) {
      schedule(BUSY_RETRY_MS);
      return;
    }
    busySince = null;
    failing = true;
    for (const job of queue.splice(0)) job.reject(toStorageError(error));
  }

  /** One wait for the disk serves all transactions that were committed before it. */
  async function syncAll(): Promise<void> {
    syncing = true;
    while (unsynced.length > 0) {
      const transactions = unsynced.splice(0);
      onTheWay = transactions;
      try {
        await sync();
      } catch (error) {
        broken = unavailable("Storage is not writable.", error);
        for (const transaction of transactions) refuse(transaction, broken);
        continue;
      }
      lastDurable = performance.now();
      for (const transaction of transactions) accept(transaction);
    }
    onTheWay = [];
    syncing = false;
    schedule();
  }

  function accept({ done }: Transaction<Job>): void {
    for (const { job, value, afterCommit } of done) {
      for (const work of afterCommit) work();
      job.resolve(value);
    }
    onCommit();
  }

  function refuse({ done }: Transaction<Job>, failure: unknown): void {
    for (const { job } of done) job.reject(toStorageError(failure));
  }

  function write<T>(work: (batch: Batch) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      schedule();
    });
  }

  return {
    write,
    async hold(work) {
      holds++;
      try {
        await work();
      } finally {
        holds--;
        schedule();
      }
    },
    waiting: () => queue.length + sum(unsynced) + sum(onTheWay),
    lastDurable: () => lastDurable,
    isFailing: () => failing,
    async flush() {
      await Promise.allSettled([write(() => undefined)]);
    },
  };
}

function sum(transactions: readonly Transaction<Job>[]): number {
  return transactions.reduce((total, { done }) => total + done.length, 0);
}
