import type { Place as WorkPlace } from "@knote/api";
import { createFairTurns, type Waiting } from "./fair-turns.ts";
import { Overloaded } from "../errors/overloaded.ts";
import type { WorkLimit } from "./work.ts";

/** A place in a room. */
export interface Place extends WorkPlace {
  /** Gives the place back; has no effect the second time. */
  leave(): void;
}

export interface Caller {
  /** Whose share it counts for. */
  readonly userId?: string | undefined;
  /** Whether nobody waits for the answer any more: then the turn goes to the next. */
  readonly hasLeft?: (() => boolean) | undefined;
}

/** The place for one kind of work: some is done, some waits for its turn, the rest is refused. */
export interface Room {
  /** Throws `Overloaded` when there is no place for another. */
  check(userId?: string): void;
  /** Resolves when it is the caller's turn; rejects at once with `Overloaded`. */
  enter(caller: Caller): Promise<Place>;
  /** Counts a request that was refused. */
  refuse(): never;
  readonly underWay: number;
  readonly shed: number;
  /** Of these, how many because their user had too many. */
  readonly shedOfOne: number;
}

/** When the first in a user's line has waited so long, no more of that user are let into it. */
const PATIENCE_MS = 8_000;
/** Whoever has waited so long is refused, so that nobody hears of it later than that; others have not. */
const MOST_PATIENCE_MS = 20_000;
/** Callers that nobody tells apart. */
const ANYBODY = "";

export function createRoom(limit: WorkLimit, now: () => number): Room {
  const { most, mostOfOne = Infinity, atOnce = most } = limit;
  const turns = createFairTurns({ ...limit, atOnce });
  let shed = 0;
  let shedOfOne = 0;

  function refuse(isTooMuchOfOne = false): never {
    shed++;
    if (isTooMuchOfOne) shedOfOne++;
    throw new Overloaded(isTooMuchOfOne);
  }

  function check(userId?: string): void {
    const user = userId ?? ANYBODY;
    if (userId !== undefined && turns.held(userId) >= mostOfOne) refuse(true);
    if (now() - (turns.waitingSince(user) ?? Infinity) > PATIENCE_MS) refuse(turns.isShareFull(user));
    if (turns.size >= most && turns.lastOfGreatest(user) === undefined) refuse();
  }

  /** False when the turn has not come in time, or the place in line went to a user who has fewer. */
  function turn(user: string, since: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting: Waiting = { since, isBack: false, go: () => end(true), refuse: giveUp };
      const impatience = setTimeout(giveUp, MOST_PATIENCE_MS);
      impatience.unref();
      turns.wait(user, waiting);

      function giveUp(): void {
        turns.giveUp(user, waiting);
        end(false);
      }

      function end(isTurn: boolean): void {
        clearTimeout(impatience);
        resolve(isTurn);
      }
    });
  }

  return {
    check,
    async enter({ userId, hasLeft }) {
      check(userId);
      const user = userId ?? ANYBODY;
      if (turns.size >= most) turns.lastOfGreatest(user)?.refuse();
      const since = now();
      if (!turns.take(user) && !(await turn(user, since))) return refuse(turns.isShareFull(user));
      const place = placeOf(user);
      // A busy event loop may have made the time-out late.
      if (now() - since <= MOST_PATIENCE_MS && hasLeft?.() !== true) return place;
      place.leave();
      return refuse();
    },
    refuse: () => refuse(),
    get underWay() {
      return turns.size;
    },
    get shed() {
      return shed;
    },
    get shedOfOne() {
      return shedOfOne;
    },
  };

  function placeOf(user: string): Place {
    let where: "in" | "out" | "left" = "in";
    let returning: Waiting | null = null;
    return {
      leave() {
        if (where === "left") return;
        const end = where === "in" ? turns.end : turns.endOutside;
        where = "left";
        returning?.refuse();
        end(user);
      },
      stepOut() {
        if (where !== "in") return;
        where = "out";
        turns.stepOut(user);
      },
      async stepIn() {
        if (where !== "out") return;
        await new Promise<void>((resolve) => {
          const waiting: Waiting = {
            since: now(),
            isBack: true,
            go() {
              where = "in";
              returning = null;
              resolve();
            },
            refuse() {
              turns.giveUp(user, waiting);
              resolve();
            },
          };
          returning = waiting;
          turns.wait(user, waiting);
        });
      },
    };
  }
}
