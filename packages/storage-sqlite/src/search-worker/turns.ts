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
type Lane = <T>(work: () => Promise<T>) => Promise<T>;

function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done;
    return done;
  };
}

/** Does one short step of a long work when the others had theirs. */
export type InTurn = <T>(step: () => T) => Promise<T>;
/** Does a user's long works one after another, however many are given, and those of several users by turns. */
export type UserLanes = <T>(user: number, work: (inTurn: InTurn) => Promise<T>) => Promise<T>;

/** However many users there are, their works take one share of the worker's turns together. */
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
