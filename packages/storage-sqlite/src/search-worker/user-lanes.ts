const TURN_MS = 8;

/** Splits long work into turns, between which other requests are served. */
export interface Turns {
  isOver(): boolean;
  /** Yields to other requests, then begins the next turn. */
  next(): Promise<void>;
}

export function takeTurns(): Turns {
  let startTime = performance.now();
  return {
    isOver: () => performance.now() - startTime > TURN_MS,
    async next() {
      await new Promise(setImmediate);
      startTime = performance.now();
    },
  };
}

/** Runs tasks one after another. */
type Lane = <T>(work: () => Promise<T>) => Promise<T>;

function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result;
    return result;
  };
}

/** Runs one short step of a long task after the steps of other tasks. */
export type InTurn = <T>(step: () => T) => Promise<T>;
/** Runs a user's long tasks one after another, and those of several users in turns. */
export type UserLanes = <T>(user: number, work: (inTurn: InTurn) => Promise<T>) => Promise<T>;

/** Gives the long tasks of all users together one share of the worker's turns. */
export function createUserLanes(): UserLanes {
  const lanes = new Map<number, { readonly lane: Lane; works: number }>();
  const turns = createLane();
  const inTurn: InTurn = (step) =>
    turns(async () => {
      await new Promise(setImmediate);
      return step();
    });
  return async (user, work) => {
    const own = lanes.get(user) ?? { lane: createLane(), works: 0 };
    lanes.set(user, own);
    own.works++;
    try {
      return await own.lane(() => work(inTurn));
    } finally {
      if (--own.works === 0) lanes.delete(user);
    }
  };
}
