import type { DatabaseSync } from "node:sqlite";
import { joinTransaction, newTransaction, type Batch, type Transaction } from "./batch.ts";
import { isEngineFailure, toStorageError } from "./sqlite-errors.ts";

export interface Job {
  readonly work: (batch: Batch) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The result of one transaction; with a failure, all of it was rolled back. */
export interface Outcome {
  readonly transaction: Transaction<Job>;
  readonly failure: unknown;
}

export interface TransactionRunner {
  /** Runs jobs from the head of the queue in one transaction and commits. Throws when no transaction can begin. */
  run(queue: Job[]): Outcome;
}

// Only a part of a turn of the event loop, since deferred work and the commit follow.
const BATCH_MS = 4;
/** Jobs that fill a transaction; a full one does not wait until the disk has the earlier ones. */
export const BATCH_JOBS = 32;
const BATCH_COST = 6_000;

export function createTransactionRunner(db: DatabaseSync, now: () => number): TransactionRunner {
  const statements = prepareTransactions(db);
  /** Jobs still to run in a savepoint each, because one of them failed. */
  let savepointJobs = 0;

  function runJobs(transaction: Transaction<Job>, queue: Job[]): unknown {
    const startTime = now();
    const isRoomLeft = () =>
      transaction.results.length < BATCH_JOBS && transaction.cost < BATCH_COST && now() - startTime < BATCH_MS;
    do {
      const job = queue.shift()!;
      try {
        runJob(job, transaction);
      } catch (error) {
        if (isEngineFailure(error) || transaction.results.length === 0 || !db.isTransaction) {
          job.reject(toStorageError(error));
          undo();
          return isEngineFailure(error) || transaction.results.length > 0 ? error : undefined;
        }
        startAgain(transaction, job, queue);
        return undefined;
      }
    } while (queue.length > 0 && isRoomLeft());
    return undefined;
  }

  /** Uses savepoints only after a job of the batch failed: few do, and a savepoint adds a tenth to a write's cost. */
  function runJob(job: Job, transaction: Transaction<Job>): void {
    if (savepointJobs === 0) {
      joinTransaction(transaction, job, job.work);
      return;
    }
    savepointJobs--;
    statements.savepoint.run();
    try {
      joinTransaction(transaction, job, job.work);
    } catch (error) {
      if (isEngineFailure(error) || !db.isTransaction) throw error;
      job.reject(toStorageError(error));
      statements.rollbackTo.run();
    }
    statements.release.run();
  }

  function startAgain(transaction: Transaction<Job>, failedJob: Job, queue: Job[]): void {
    undo();
    const jobs = [...transaction.results.splice(0).map(({ job }) => job), failedJob];
    queue.unshift(...jobs);
    savepointJobs = jobs.length;
  }

  function undo(): void {
    // On some errors SQLite has already rolled back by itself.
    if (db.isTransaction) statements.rollback.run();
  }

  function commit({ deferredWork, concluding }: Transaction<Job>): unknown {
    if (!db.isTransaction) return undefined;
    try {
      for (const work of deferredWork) work();
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
