import { Overloaded } from "./overloaded.ts";
import type { WorkLimit } from "./work.ts";

/** Gives the place back; has no effect the second time. */
export type Leave = () => void;

export interface Caller {
  /** Whose place it is, where that is limited. */
  readonly userId?: string | undefined;
  /** Whether nobody waits for the answer any more: then the turn goes to the next. */
  readonly hasLeft?: (() => boolean) | undefined;
}

/** The place for one kind of work: some is done, some waits for its turn, the rest is refused. */
export interface Room {
  /** Throws `Overloaded` when there is no place for another. */
  check(userId?: string): void;
  /** Resolves when it is the caller's turn; rejects at once with `Overloaded`. */
  enter(caller: Caller): Promise<Leave>;
  /** Counts a request that was refused. */
  refuse(): never;
  readonly underWay: number;
  readonly shed: number;
}

/** When the first in line has waited so long, nobody else is let into it. */
const PATIENCE_MS = 8_000;
/** Whoever has waited so long is refused, so that nobody hears of it later than that; others have not. */
const MOST_PATIENCE_MS = 20_000;

interface Waiting {
  readonly since: number;
  readonly go: () => void;
}

export function createRoom({ most, mostOfOne, atOnce = most }: WorkLimit, now: () => number): Room {
  const ofUsers = new Map<string, number>();
  const line: Waiting[] = [];
  let done = 0;
  let shed = 0;

  function refuse(): never {
    shed++;
    throw new Overloaded();
  }

  function check(userId?: string): void {
    const isFull = done + line.length >= most || (line[0] !== undefined && now() - line[0].since > PATIENCE_MS);
    const isTooMuchOfOne = mostOfOne !== undefined && userId !== undefined && (ofUsers.get(userId) ?? 0) >= mostOfOne;
    if (isFull || isTooMuchOfOne) refuse();
  }

  /** False when the turn has not come in time. */
  function turn(since: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting = { since, go: () => end(true) };
      const impatience = setTimeout(() => {
        line.splice(line.indexOf(waiting), 1);
        end(false);
      }, MOST_PATIENCE_MS);
      impatience.unref();
      line.push(waiting);

      function end(isTurn: boolean): void {
        clearTimeout(impatience);
        resolve(isTurn);
      }
    });
  }

  function leaveAs(owner: string | undefined): Leave {
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      if (owner !== undefined) count(ofUsers, owner, -1);
      // The place goes to the first in line as it is.
      const next = line.shift();
      if (next) next.go();
      else done--;
    };
  }

  return {
    check,
    async enter({ userId, hasLeft }) {
      check(userId);
      const owner = mostOfOne === undefined ? undefined : userId;
      if (owner !== undefined) count(ofUsers, owner, 1);
      const leave = leaveAs(owner);
      const since = now();
      if (done < atOnce) done++;
      else if (!(await turn(since))) {
        if (owner !== undefined) count(ofUsers, owner, -1);
        return refuse();
      }
      // A busy event loop may have made the time-out late.
      if (now() - since <= MOST_PATIENCE_MS && hasLeft?.() !== true) return leave;
      leave();
      return refuse();
    },
    refuse,
    get underWay() {
      return done + line.length;
    },
    get shed() {
      return shed;
    },
  };
}

function count(ofUsers: Map<string, number>, userId: string, by: number): void {
  const left = (ofUsers.get(userId) ?? 0) + by;
  if (left === 0) ofUsers.delete(userId);
  else ofUsers.set(userId, left);
}
