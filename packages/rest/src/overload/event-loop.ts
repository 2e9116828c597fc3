import type { InTurn } from "./turns.ts";

/** Measures how late the event loop is: requests that wait for it are in none of our queues. */
export interface EventLoop {
  /**
   * Returns how many milliseconds a request that is handled now has waited, or 0 while the loop has been late only
   * for a short time.
   */
  waitedMs(): number;
  close(): void;
}

const BEAT_MS = 100;
/** A beat with a longer delay is late. */
const LATE_MS = 300;
/**
 * The loop counts as late only after this long without a beat in time, and after more than one late beat: a machine
 * that stood still for a while is not overloaded when it goes on.
 */
const HICCUP_MS = 5_000;

interface Time {
  readonly now: () => number;
  /** Calls back repeatedly, at best every `milliseconds`; returns a function that stops it. */
  readonly every: (milliseconds: number, callback: () => void) => () => void;
}

/** Returns real time, with a beat that waits for its turn like a request, so that it is equally late. */
export function realTime(inTurn: InTurn): Time {
  return {
    now: () => performance.now(),
    every(milliseconds, callback) {
      let hasStopped = false;
      const wait = () => {
        const beat = () => {
          if (hasStopped) return;
          callback();
          wait();
        };
        setTimeout(() => inTurn(beat), milliseconds).unref();
      };
      wait();
      return () => (hasStopped = true);
    },
  };
}

/** Measures the lateness of the event loop by the lateness of a regular beat. */
export function createEventLoop({ now, every }: Time): EventLoop {
  let lastBeat = now();
  let lateness = 0;
  let lateBeats = 0;
  let lastInTime = lastBeat;
  const stop = every(BEAT_MS, () => {
    const at = now();
    lateness = Math.max(0, at - lastBeat - BEAT_MS);
    lastBeat = at;
    lateBeats = lateness > LATE_MS ? lateBeats + 1 : 0;
    if (lateBeats === 0) lastInTime = at;
  });
  return {
    waitedMs() {
      const at = now();
      const isLate = lateBeats > 1 && at - lastInTime > HICCUP_MS;
      return isLate ? lateness + Math.max(0, at - lastBeat - BEAT_MS) : 0;
    },
    close: stop,
  };
}
