import { nextTurn } from "@knote/api/kit/in-turns";

/** Runs one short step of a long task after the steps of other tasks. */
export type InTurn = <T>(step: () => T) => Promise<T>;
/** Runs a user's long tasks one after another, and those of several users in turns. */
export type UserLanes = <T>(user: number, work: (inTurn: InTurn) => Promise<T>) => Promise<T>;

/** Gives the long tasks of all users together one share of the worker's turns. */
export function createUserLanes(): UserLanes {
  /** The last task of each user that has one. */
  const lastTasks = new Map<number, Promise<unknown>>();
  const inTurn: InTurn = async (step) => {
    await nextTurn();
    return step();
  };
  return async (user, work) => {
    const run = () => work(inTurn);
    const task = (lastTasks.get(user) ?? Promise.resolve()).then(run, run);
    lastTasks.set(user, task);
    try {
      return await task;
    } finally {
      if (lastTasks.get(user) === task) lastTasks.delete(user);
    }
  };
}
