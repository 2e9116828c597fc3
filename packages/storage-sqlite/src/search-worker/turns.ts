const TURN_MS = 8;

/** Long work in turns, between which other requests are served. */
export interface Turns {
  isOver(): boolean;
  /** Goes on once the others had their turn. */
  next(): Promise<void>;
}

export function takeTurns(): Turns {
  let started = performance.now();
  return {
    isOver: () => performance.now() - started > TURN_MS,
    async next() {
      await new Promise(setImmediate);
      started = performance.now();
    },
  };
}

/** Does works one after another, however many are given. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>;

export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done;
    return done;
  };
}
