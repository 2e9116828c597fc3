import type { Clock } from "@knote/api";

/** A clock that stands still until the test moves it. */
export interface TestClock extends Clock {
  /** Moves the clock forwards. */
  advance(milliseconds: number): void;
  /** Sets a later time; throws for an earlier one. */
  set(time: number | string): void;
  /** Moves the clock backwards, as can happen on a host. */
  turnBack(milliseconds: number): void;
}

export function testClock(start: number | string = "2026-03-01T12:00:00.000Z"): TestClock {
  let time = millisecondsOf(start);
  return {
    now: () => time,
    advance(milliseconds) {
      if (milliseconds < 0) throw new RangeError("A test clock advances forwards only; use turnBack to go back.");
      time += milliseconds;
    },
    set(next) {
      const moment = millisecondsOf(next);
      if (moment < time) throw new RangeError("A test clock takes later times only; use turnBack to go back.");
      time = moment;
    },
    turnBack(milliseconds) {
      time -= milliseconds;
    },
  };
}

function millisecondsOf(time: number | string): number {
  const milliseconds = typeof time === "number" ? time : Date.parse(time);
  if (!Number.isFinite(milliseconds)) throw new RangeError(`${time} is not a time.`);
  return milliseconds;
}
