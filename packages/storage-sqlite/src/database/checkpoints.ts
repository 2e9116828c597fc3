import type { DatabaseSync } from "node:sqlite";

/** Commits between two looks at the log. */
const LOOK_EVERY = 8;
/** Pages of the log, 4 KiB each, not yet in the database: above this a checkpoint runs. */
const WORTH_PAGES = 2_000;
/** Length above which a checkpoint holds writes and empties the log, so that it restarts instead of growing. */
const TOO_LONG_PAGES = 6_000;

export interface Checkpoints {
  /** Call it after each commit. */
  afterCommit(): void;
  /** Resolves when no checkpoint is under way. */
  whenIdle(): Promise<void>;
}

interface Options {
  readonly db: DatabaseSync;
  /** Runs a checkpoint on another thread. */
  readonly checkpointOnWorker: () => Promise<void>;
  /** Holds writes until the work is done. */
  readonly hold: (work: () => Promise<void>) => Promise<void>;
  readonly warn: (message: string, cause: unknown) => void;
}

/** Keeps the write-ahead log short without holding up this thread. */
export function createCheckpoints({ db, checkpointOnWorker: elsewhere, hold, warn }: Options): Checkpoints {
  const look = db.prepare("PRAGMA wal_checkpoint(NOOP)", { returnArrays: true });
  let commits = 0;
  let underWay: Promise<void> | null = null;

  function logPages(): { length: number; remaining: number } {
    // Safe because the pragma returns these columns.
    const [, length, checkpointedPages] = look.get() as unknown as [busy: number, length: number, done: number];
    return { length, remaining: length - checkpointedPages };
  }

  async function checkpoint(): Promise<void> {
    try {
      await elsewhere();
      // Little was written meanwhile: once that is in the database too, the next write restarts the log.
      if (logPages().length > TOO_LONG_PAGES) await hold(elsewhere);
    } catch (error) {
      warn("The write-ahead log could not be checkpointed; trying again later.", error);
    }
  }

  return {
    afterCommit() {
      if (++commits % LOOK_EVERY !== 0 || underWay !== null) return;
      if (logPages().remaining > WORTH_PAGES) underWay = checkpoint().finally(() => (underWay = null));
    },
    async whenIdle() {
      await underWay;
    },
  };
}
