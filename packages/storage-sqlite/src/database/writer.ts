import type { DatabaseSync } from "node:sqlite";
import type { Batch, Transaction } from "./batch.ts";
import { isBusy, toStorageError, unavailable } from "./sqlite-errors.ts";
import { BATCH_JOBS, createTransactionRunner, type Job } from "./transaction-runner.ts";

export interface Writer {
  /**
   * Runs the work in the next transaction and resolves once it is durable. Work that throws is undone
   * alone. Work is synchronous, can share its transaction with other work, and can run a second time when
   * that fails: effects outside the database belong in the batch's callbacks.
   */
  write<T>(work: (batch: Batch) => T): Promise<T>;
  /** Begins no transaction until the work is done. */
  hold(work: () => Promise<void>): Promise<void>;
  /** Writes that are not durable yet. */
  waiting(): number;
  /** `performance.now()` of the latest durable write. */
  lastDurable(): number;
  /** Returns whether the engine failed in the last transaction. */
  isFailing(): boolean;
  /** Resolves when everything queued now is written or refused. */
  flush(): Promise<void>;
}

export interface WriterOptions {
  /** Flushes what was committed to the disk. */
  readonly sync: () => Promise<void>;
  /** Called after each transaction that is durable. */
  readonly onCommit?: () => void;
  /** The clock, in milliseconds, that limits how long a transaction takes in work. */
  readonly now?: () => number;
}

/** Longest wait of a transaction for more writes, while each turn of the event loop brings some. */
const GATHER_MS = 8;
const BUSY_RETRY_MS = 10;
const BUSY_LIMIT_MS = 5_000;

/**
 * Creates a writer with group commit: writes that arrive while the disk is busy with earlier ones share a
 * transaction. The commit runs here, the wait for the disk off the event loop; the writes resolve after it.
 */
export function createWriter(
  db: DatabaseSync,
  { sync, onCommit = () => {}, now = () => performance.now() }: WriterOptions,
): Writer {
  const runner = createTransactionRunner(db, now);
  const queue: Job[] = [];
  const unsyncedTransactions: Transaction<Job>[] = [];
  /** Transactions whose sync is under way. */
  let syncingTransactions: readonly Transaction<Job>[] = [];
  let lastDurable = -Infinity;
  let isScheduled = false;
  let isSyncing = false;
  let holds = 0;
  let isEngineFailing = false;
  /** Set once a sync failed: what the disk holds is unknown until a restart, so every write is refused. */
  let syncFailure: unknown;
  let busySince: number | null = null;

  function schedule(delayMs = 0): void {
    if (isScheduled || queue.length === 0 || holds > 0 || (isSyncing && queue.length < BATCH_JOBS)) return;
    isScheduled = true;
    if (delayMs > 0) setTimeout(runBatch, delayMs);
    else setImmediate(gather, 0, now());
  }

  /** Waits for the rest of a burst: a transaction and its index segment have a fixed cost, which a burst pays once. */
  function gather(before: number, since: number): void {
    const { length } = queue;
    if (length > before && length < BATCH_JOBS && now() - since < GATHER_MS) setImmediate(gather, length, since);
    else runBatch();
  }

  function runBatch(): void {
    isScheduled = false;
    if (holds > 0) return;
    try {
      if (syncFailure !== undefined) throw syncFailure;
      const { transaction, failure } = runner.run(queue);
      busySince = null;
      isEngineFailing = failure !== undefined;
      if (isEngineFailing) refuse(transaction, failure);
      else if (transaction.results.length > 0) unsyncedTransactions.push(transaction);
    } catch (error) {
      retryOrFail(error);
      return;
    }
    if (!isSyncing) void syncAll();
    schedule();
  }

  /** Retries while another process writes, without blocking the event loop. */
  function retryOrFail(error: unknown): void {
    busySince ??= performance.now();
    if (isBusy(error) && performance.now() - busySince < BUSY_LIMIT_MS) {
      schedule(BUSY_RETRY_MS);
      return;
    }
    busySince = null;
    isEngineFailing = true;
    for (const job of queue.splice(0)) job.reject(toStorageError(error));
  }

  /** Syncs once for all transactions committed so far, until none is left. */
  async function syncAll(): Promise<void> {
    isSyncing = true;
    while (unsyncedTransactions.length > 0) {
      const transactions = unsyncedTransactions.splice(0);
      syncingTransactions = transactions;
      try {
        await sync();
      } catch (error) {
        syncFailure = unavailable("Storage is not writable.", error);
        for (const transaction of transactions) refuse(transaction, syncFailure);
        continue;
      }
      lastDurable = performance.now();
      for (const transaction of transactions) accept(transaction);
    }
    syncingTransactions = [];
    isSyncing = false;
    schedule();
  }

  function accept({ results }: Transaction<Job>): void {
    for (const { job, value, afterCommit } of results) {
      for (const work of afterCommit) work();
      job.resolve(value);
    }
    onCommit();
  }

  function refuse({ results }: Transaction<Job>, failure: unknown): void {
    for (const { job } of results) job.reject(toStorageError(failure));
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
    waiting: () => queue.length + sum(unsyncedTransactions) + sum(syncingTransactions),
    lastDurable: () => lastDurable,
    isFailing: () => isEngineFailing,
    async flush() {
      await Promise.allSettled([write(() => undefined)]);
    },
  };
}

function sum(transactions: readonly Transaction<Job>[]): number {
  return transactions.reduce((total, { results }) => total + results.length, 0);
}
