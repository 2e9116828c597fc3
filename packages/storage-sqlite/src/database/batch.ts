/** What a write can ask of its transaction. */
export interface Batch {
  /** Runs right before the commit, after all writes of the batch, in order. `cost` is the number of terms to index. */
  defer(work: () => void, cost: number): void;
  /** Runs last before the commit, and only once if given several times. */
  conclude(work: () => void): void;
  /** Runs once the transaction is durable; must not throw. */
  afterCommit(work: () => void): void;
}

/** The jobs of one transaction, and the work that they asked of it. */
export interface Transaction<Job> {
  readonly results: { readonly job: Job; readonly value: unknown; readonly afterCommit: readonly (() => void)[] }[];
  readonly deferredWork: (() => void)[];
  readonly concluding: Set<() => void>;
  cost: number;
}

export function newTransaction<Job>(): Transaction<Job> {
  return { results: [], deferredWork: [], concluding: new Set(), cost: 0 };
}

/** Runs one job; the work that it asks for joins the transaction only if the job succeeds. */
export function joinTransaction<Job>(transaction: Transaction<Job>, job: Job, work: (batch: Batch) => unknown): void {
  const deferredWork: (() => void)[] = [];
  const concluding: (() => void)[] = [];
  const afterCommit: (() => void)[] = [];
  let cost = 0;
  const value = work({
    defer(task, termCount) {
      deferredWork.push(task);
      cost += termCount;
    },
    conclude: (last) => void concluding.push(last),
    afterCommit: (after) => void afterCommit.push(after),
  });
  transaction.results.push({ job, value, afterCommit });
  transaction.deferredWork.push(...deferredWork);
  for (const last of concluding) transaction.concluding.add(last);
  transaction.cost += cost;
}
