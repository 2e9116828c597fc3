import type { DatabaseSync } from "node:sqlite";
import { joinTransaction, newTransaction, type Batch, type Transaction } from "./batch.ts";
import { isOutOfReach, toStorageError } from "./sqlite-errors.ts";

export interface Job {
  readonly work: (batch: Batch) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What one transaction did; with a failure, nothing of it is left. */
export interface Outcome {
  readonly transaction: Transaction<Job>;
  readonly failure: unknown;
}

export interface TransactionRunner {
  /** Does jobs from the head of the queue in one transaction and commits it. Throws when none can begin. */
  run(queue: Job[]): Outcome;
}

// A part of what a turn of the event loop may take: deferred work and the commit follow.
const BATCH_MS = 4;
/** So many fill a transaction, and do not wait until the disk has the ones before. */
export const BATCH_JOBS = 32;
const BATCH_COST = 6_000;

export function createTransactionRunner(db: DatabaseSync, now: () => number): TransactionRunner {
  const statements = prepareTransactions(db);
  /** Jobs that run each in a savepoint of its own, as one of them failed. */
  let careful = 0;

  function runJobs(transaction: Transaction<Job>, queue: Job[]): unknown {
    const started = now();
    const isRoomLeft = () =>
      transaction.done.length < BATCH_JOBS && transaction.cost < BATCH_COST && now() - started < BATCH_MS;
    do {
      const job = queue.shift()!;
      try {
        runJob(job, transaction);
      } catch (error) {
        if (isOutOfReach(error) || transaction.done.length === 0 || !db.isTransaction) {
          job.reject(toStorageError(error));
          undo();
          return isOutOfReach(error) || transaction.done.length > 0 ? error : undefined;
        }
        startAgain(transaction, job, queue);
        return undefined;
      }
    } while (queue.length > 0 && isRoomLeft());
    return undefined;
  }

  /** A savepoint for each write would cost a tenth of it, and hardly any fails: so only a batch where one did has them. */
  function runJob(job: Job, transaction: Transaction<Job>): void {
    if (careful === 0) {
      joinTransaction(transaction, job, job.work);
      return;
    }
    careful--;
    statements.savepoint.run();
    try {
      joinTransaction(transaction, job, job.work);
    } catch (error) {
      if (isOutOfReach(error) || !db.isTransaction) throw error;
      job.reject(toStorageError(error));
      statements.rollbackTo.run();
    }
    statements.release.run();
  }

  function startAgain(transaction: Transaction<Job>, failed: Job, queue: Job[]): void {
    undo();
    const jobs = [...transaction.done.splice(0).map(({ job }) => job), failed];
    queue.unshift(...jobs);
    careful = jobs.length;
  }

  function undo(): void {
    // On some errors SQLite has taken back the transaction itself.
    if (db.isTransaction) statements.rollback.run();
  }

  function commit({ deferred, concluding }: Transaction<Job>): unknown {
    if (!db.isTransaction) return undefined;
    try {
      for (const work of deferred) work();
      for (const work of concluding) work();
      statements.commit.run();
      return undefined;
    } catch (error) {
      undo();
      return error;
    }
  }

  return {
    run(queue) {
      statements.begin.run();
      const transaction = newTransaction<Job>();
      return { transaction, failure: runJobs(transaction, queue) ?? commit(transaction) };
    },
  };
}

function prepareTransactions(db: DatabaseSync) {
  return {
    begin: db.prepare("BEGIN IMMEDIATE"),
    commit: db.prepare("COMMIT"),
    rollback: db.prepare("ROLLBACK"),
    savepoint: db.prepare("SAVEPOINT part"),
    release: db.prepare("RELEASE part"),
    rollbackTo: db.prepare("ROLLBACK TO part"),
  };
}
