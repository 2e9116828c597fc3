import type { InTurn } from "./turns.ts";

/** How far behind the event loop is with what has come already: that waits in no queue of ours. */
export interface EventLoop {
  /**
   * Milliseconds that what is looked at now has waited, or 0 when the loop has not been late for long: being late
   * once is a hiccup.
   */
  waitedMs(): number;
  close(): void;
}

const BEAT_MS = 100;
/** A beat that comes later is late. */
const LATE_MS = 300;
/** Only after so long without a beat in time is it no hiccup. */
const HICCUP_MS = 5_000;

interface Time {
  readonly now: () => number;
  /** Calls back again and again, every so many ms at best; answers how to end that. */
  readonly every: (milliseconds: number, callback: () => void) => () => void;
}

/** A beat that waits for its turn as requests do, so that it is as late as they are. */
export function realTime(inTurn: InTurn): Time {
  return {
    now: () => performance.now(),
    every(milliseconds, callback) {
      let ended = false;
      const wait = () => {
        const beat = () => {
          if (ended) return;
          callback();
          wait();
        };
        setTimeout(() => inTurn(beat), milliseconds).unref();
      };
      wait();
      return () => (ended = true);
    },
  };
}

/** Listens to a beat: as late as it comes, as late comes all else. */
export function createEventLoop({ now, every }: Time): EventLoop {
  let lastBeat = now();
  let lateness = 0;
  let lastInTime = lastBeat;
  const stop = every(BEAT_MS, () => {
    const at = now();
    lateness = Math.max(0, at - lastBeat - BEAT_MS);
    lastBeat = at;
    if (lateness <= LATE_MS) lastInTime = at;
  });
  return {
    waitedMs() {
      const at = now();
      return at - lastInTime > HICCUP_MS ? lateness + Math.max(0, at - lastBeat - BEAT_MS) : 0;
    },
    close: stop,
  };
}
