/** Time in which requests are begun per turn of the event loop. Work begun earlier needs about as much again. */
const TURN_MS = 6;

/** Begins the work now, or in a later turn. */
export type InTurn = (begin: () => void) => void;

/**
 * Begins work at once while the turn of the event loop is short; the rest begins in the next turns, in order. So a
 * hundred requests that arrive together delay timers and streams no longer than one of them would.
 */
export function createTurns(now: () => number = () => performance.now()): InTurn {
  let waiting = 0;
  let isOpen = false;
  let endsAt = 0;

  function hasTime(): boolean {
    if (!isOpen) {
      isOpen = true;
      endsAt = now() + TURN_MS;
      setImmediate(() => (isOpen = false));
    }
    return now() < endsAt;
  }

  return (begin) => {
    if (waiting === 0 && hasTime()) return begin();
    waiting++;
    // Each in its own callback, so that its microtasks run before the next one looks at the time.
    const step = () => {
      if (!hasTime()) return void setImmediate(step);
      waiting--;
      begin();
    };
    setImmediate(step);
  };
}
