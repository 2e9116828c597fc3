export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Direction of each arrow key on the screen, y downwards. */
export const DIRECTIONS: Readonly<Record<string, Place>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Sideways distance costs this many times as much as distance ahead. */
const SIDEWAYS = 2;

/** Returns the candidate that is near and lies most in the direction; null when none lies ahead. */
export function stepTowards<Id>(
  from: Place,
  direction: Place,
  candidates: Iterable<readonly [id: Id, place: Place | null]>,
): Id | null {
  let best: { id: Id; cost: number } | null = null;
  for (const [id, place] of candidates) {
    if (!place) continue;
    const [dx, dy] = [place.x - from.x, place.y - from.y];
    const ahead = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y - dy * direction.x);
    if (ahead <= 0 || aside > ahead * SIDEWAYS) continue;
    const cost = ahead + aside * SIDEWAYS;
    if (!best || cost < best.cost) best = { id, cost };
  }
  return best?.id ?? null;
}
