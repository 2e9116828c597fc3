/** What requests may begin in one turn of the event loop, about: what was begun earlier needs as much again. */
const TURN_MS = 6;

/** Begins the work now, or in a later turn. */
export type InTurn = (begin: () => void) => void;

/**
 * Begins work as it comes, as long as the turn of the event loop is short; the rest begins in the next turns, in
 * order. So a hundred requests that come at once hold up no timer and no stream longer than one of them would.
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
    // Each in a callback of its own: what it promises is done before the next looks at the time.
    const step = () => {
      if (!hasTime()) return void setImmediate(step);
      waiting--;
      begin();
    };
    setImmediate(step);
  };
}
