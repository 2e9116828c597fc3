import type { TokenCut } from "@knote/api";

const REMEMBERED = 10_000;

/** Which tokens were cut since a moment of this process. */
export interface CutMemory {
  now(): number;
  /** Ends the moment: what begins later is told from what began until now. */
  endMoment(): number;
  add(cut: TokenCut): void;
  /** Whether the user's token, or that of the session, was cut after the moment. */
  wasCut(userId: string, sessionId: string | null, since: number): boolean;
}

/** What is forgotten counts as cut: a request as old as that has to begin again. */
export function createCutMemory(remembered: number = REMEMBERED): CutMemory {
  const cuts = new Map<string, number>();
  let moment = 0;
  let forgotten = 0;
  const isAfter = (key: string, since: number) => (cuts.get(key) ?? 0) > since;
  return {
    now: () => moment,
    endMoment: () => moment++,
    add({ userId, sessionId }) {
      const key = keyOf(userId, sessionId);
      cuts.delete(key);
      cuts.set(key, ++moment);
      const [oldest] = cuts;
      if (cuts.size <= remembered || oldest === undefined) return;
      cuts.delete(oldest[0]);
      forgotten = oldest[1];
    },
    wasCut: (userId, sessionId, since) =>
      forgotten > since ||
      isAfter(keyOf(userId, null), since) ||
      (sessionId !== null && isAfter(keyOf(userId, sessionId), since)),
  };
}

/** No user's id has a NUL in it. */
function keyOf(userId: string, sessionId: string | null): string {
  return sessionId === null ? userId : `${userId}\0${sessionId}`;
}
