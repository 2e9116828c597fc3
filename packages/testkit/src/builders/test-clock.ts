import type { Clock } from "@knote/api";

/** Time that stands still until the test moves it. */
export interface TestClock extends Clock {
  /** Moves on. */
  advance(milliseconds: number): void;
  /** Sets a later time; an earlier one is a mistake of the test. */
  set(time: number | string): void;
  /** Goes back all the same, as a host's clock may. */
  turnBack(milliseconds: number): void;
}

export function testClock(start: number | string = "2026-03-01T12:00:00.000Z"): TestClock {
  let time = millisecondsOf(start);
  return {
    now: () => time,
    advance(milliseconds) {
      if (milliseconds < 0) throw new RangeError("A test clock advances forwards; turnBack says otherwise.");
      time += milliseconds;
    },
    set(next) {
      const moment = millisecondsOf(next);
      if (moment < time) throw new RangeError("A test clock is set to later times; turnBack says otherwise.");
      time = moment;
    },
    turnBack(milliseconds) {
      time -= milliseconds;
    },
  };
}

function millisecondsOf(time: number | string): number {
  const milliseconds = typeof time === "number" ? time : Date.parse(time);
  if (!Number.isFinite(milliseconds)) throw new RangeError(`${time} is no time.`);
  return milliseconds;
}
