/** One that goes on for longer has had its time: what is embedded meanwhile slows it down by little. */
const LONGEST_MS = 30_000;
const REST_MS = 30_000;

/** Keeps background work for a user waiting while that user has more pressing work: nobody else's. */
export interface Hold {
  /** From now on for so long; longer, if it is said again meanwhile, up to half of each minute. */
  hold(userId: string, milliseconds: number): void;
  isHeld(userId: string): boolean;
}

export function createHold(): Hold {
  const held = new Map<string, { readonly since: number; until: number }>();

  function forgetPast(now: number): void {
    for (const [userId, { since }] of held) if (since + LONGEST_MS + REST_MS <= now) held.delete(userId);
  }

  return {
    hold(userId, milliseconds) {
      const now = performance.now();
      forgetPast(now);
      const { since } = held.get(userId) ?? { since: now };
      held.set(userId, { since, until: Math.min(now + milliseconds, since + LONGEST_MS) });
    },
    isHeld: (userId) => performance.now() < (held.get(userId)?.until ?? 0),
  };
}
