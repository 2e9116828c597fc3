/** What a write may ask of the transaction that carries it. */
export interface Batch {
  /** Runs right before the commit, after all writes of the batch, in order. `cost` in terms to be indexed. */
  defer(work: () => void, cost: number): void;
  /** Runs last before the commit, once however often it is given. */
  conclude(work: () => void): void;
  /** Runs once the transaction is durable; must not throw. */
  afterCommit(work: () => void): void;
}

/** The jobs that one transaction carries, and what they asked of it. */
export interface Transaction<Job> {
  readonly done: { readonly job: Job; readonly value: unknown; readonly afterCommit: readonly (() => void)[] }[];
  readonly deferred: (() => void)[];
  readonly concluding: Set<() => void>;
  cost: number;
}

export function newTransaction<Job>(): Transaction<Job> {
  return { done: [], deferred: [], concluding: new Set(), cost: 0 };
}

/** Does one job; its wishes join the transaction only if it succeeds. */
export function joinTransaction<Job>(transaction: Transaction<Job>, job: Job, work: (batch: Batch) => unknown): void {
  const deferred: (() => void)[] = [];
  const concluding: (() => void)[] = [];
  const afterCommit: (() => void)[] = [];
  let cost = 0;
  const value = work({
    defer(later, its) {
      deferred.push(later);
      cost += its;
    },
    conclude: (last) => void concluding.push(last),
    afterCommit: (after) => void afterCommit.push(after),
  });
  transaction.done.push({ job, value, afterCommit });
  transaction.deferred.push(...deferred);
  for (const last of concluding) transaction.concluding.add(last);
  transaction.cost += cost;
}
