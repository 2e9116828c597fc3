import type { TokenCut } from "@knote/api";

const MOST_CUTS = 10_000;

/** Remembers which tokens were cut, in the order of this process's moments. */
export interface CutMemory {
  now(): number;
  /** Ends the current moment and returns it: requests that begin later are distinguished from earlier ones. */
  endMoment(): number;
  add(tokenCut: TokenCut): void;
  /** Returns whether the user's tokens, or those of the session, were cut after the moment. */
  wasCut(userId: string, sessionId: string | null, since: number): boolean;
}

/** Creates a bounded memory. A request older than the last forgotten cut counts as cut, and has to be sent again. */
export function createCutMemory(mostCuts: number = MOST_CUTS): CutMemory {
  const cuts = new Map<string, number>();
  let moment = 0;
  let forgottenUntil = 0;
  const isAfter = (key: string, since: number) => (cuts.get(key) ?? 0) > since;
  return {
    now: () => moment,
    endMoment: () => moment++,
    add({ userId, sessionId }) {
      const key = keyOf(userId, sessionId);
      cuts.delete(key);
      cuts.set(key, ++moment);
      const [oldest] = cuts;
      if (cuts.size <= mostCuts || oldest === undefined) return;
      cuts.delete(oldest[0]);
      forgottenUntil = oldest[1];
    },
    wasCut: (userId, sessionId, since) =>
      forgottenUntil > since ||
      isAfter(keyOf(userId, null), since) ||
      (sessionId !== null && isAfter(keyOf(userId, sessionId), since)),
  };
}

/** Unambiguous because user ids contain no NUL. */
function keyOf(userId: string, sessionId: string | null): string {
  return sessionId === null ? userId : `${userId}\0${sessionId}`;
}
