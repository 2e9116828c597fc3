/** After the longest pause indexing runs for a while: it slows down the user's other work only a little. */
const LONGEST_MS = 30_000;
const REST_MS = 30_000;

/** Pauses background work for a user who has more urgent work; other users are not affected. */
export interface Hold {
  /** Pauses for `milliseconds` from now; further calls prolong the pause, up to half of each minute. */
  hold(userId: string, milliseconds: number): void;
  isHeld(userId: string): boolean;
}

export function createHold(): Hold {
  const holds = new Map<string, { readonly since: number; until: number }>();

  function forgetPast(now: number): void {
    for (const [userId, { since }] of holds) if (since + LONGEST_MS + REST_MS <= now) holds.delete(userId);
  }

  return {
    hold(userId, milliseconds) {
      const now = performance.now();
      forgetPast(now);
      const { since } = holds.get(userId) ?? { since: now };
      holds.set(userId, { since, until: Math.min(now + milliseconds, since + LONGEST_MS) });
    },
    isHeld: (userId) => performance.now() < (holds.get(userId)?.until ?? 0),
  };
}
