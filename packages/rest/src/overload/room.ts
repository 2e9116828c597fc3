import type { Place as WorkPlace } from "@knote/api";
import { createFairTurns, type Waiter } from "./fair-turns.ts";
import { OverloadedError } from "../errors/overloaded-error.ts";
import type { WorkLimit } from "./work.ts";

/** A place in a room. */
export interface Place extends WorkPlace {
  /** Gives the place back; a second call has no effect. */
  leave(): void;
}

export interface Caller {
  /** Whose share the request counts against. */
  readonly userId?: string | undefined;
  /** Returns whether the client is gone: then its turn goes to the next. */
  readonly hasLeft?: (() => boolean) | undefined;
}

/** The places for one kind of work: some requests run, some wait for their turn, the rest are refused. */
export interface Room {
  /** Throws `OverloadedError` when there is no place for another request. */
  check(userId?: string): void;
  /** Resolves when it is the caller's turn. Rejects with `OverloadedError` without room, or after a long wait. */
  enter(caller: Caller): Promise<Place>;
  /** Counts a refusal and throws it. */
  refuse(): never;
  readonly underWay: number;
  readonly shed: number;
  /** How many of them were refused because their user had too many. */
  readonly shedOfOne: number;
}

/** When the first in a user's line has waited longer, the line takes no more requests. */
const PATIENCE_MS = 8_000;
/** A request that has waited this long is refused: no client waits longer for a refusal. */
const MOST_PATIENCE_MS = 20_000;
/** The user of callers without an id: they share one line. */
const ANYBODY = "";

export function createRoom(limit: WorkLimit, now: () => number): Room {
  const { most, mostOfOne = Infinity, atOnce = most } = limit;
  const turns = createFairTurns({ ...limit, atOnce });
  let shed = 0;
  let shedOfOne = 0;

  function refuse(isTooMuchOfOne = false): never {
    shed++;
    if (isTooMuchOfOne) shedOfOne++;
    throw new OverloadedError(isTooMuchOfOne);
  }

  function check(userId?: string): void {
    const user = userId ?? ANYBODY;
    if (userId !== undefined && turns.countHeld(userId) >= mostOfOne) refuse(true);
    if (now() - (turns.waitingSince(user) ?? Infinity) > PATIENCE_MS) refuse(turns.isShareFull(user));
    if (turns.size >= most && turns.lastOfHeaviestUser(user) === undefined) refuse();
  }

  /** Resolves to false when the turn does not come in time, or the place in line goes to a user who has fewer. */
  function waitForTurn(user: string, since: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting: Waiter = { since, isBack: false, go: () => end(true), refuse: giveUp };
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
      if (turns.size >= most) turns.lastOfHeaviestUser(user)?.refuse();
      const since = now();
      if (!turns.take(user) && !(await waitForTurn(user, since))) return refuse(turns.isShareFull(user));
      const place = placeOf(user);
      // With a busy event loop the time-out can be late.
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
    let returning: Waiter | null = null;
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
          const waiting: Waiter = {
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
