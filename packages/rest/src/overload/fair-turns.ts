import type { WorkLimit } from "./work.ts";

/** A caller in a user's line. */
export interface Waiter {
  readonly since: number;
  /** Whether the caller returns to work that has begun: it is never refused then. */
  readonly isBack: boolean;
  /** Called when it is the caller's turn. */
  readonly go: () => void;
  /** Called when the place in line goes to another caller. */
  readonly refuse: () => void;
}

/**
 * Round-robin turns between users: however many requests of one user wait, the next turn is another user's, and each
 * user has a share of what runs at a time.
 */
export interface FairTurns {
  /** Takes a turn, if one is free now. */
  take(user: string): boolean;
  wait(user: string, waiting: Waiter): void;
  giveUp(user: string, waiting: Waiter): void;
  /** Ends a turn. */
  end(user: string): void;
  /** Ends a turn whose work continues outside, such as at a provider; it still counts against its user. */
  stepOut(user: string): void;
  /** Ends work that continued outside. */
  endOutside(user: string): void;
  /** Counts the user's work in line, running and outside. */
  countHeld(user: string): number;
  /** Returns whether the user's next request would wait for the user's own share. */
  isShareFull(user: string): boolean;
  /** Returns since when the first in the user's line waits. */
  waitingSince(user: string): number | undefined;
  /** Returns the last in line of the user who holds the most, if that is more than this user would hold. */
  lastOfHeaviestUser(user: string): Waiter | undefined;
  /** How much runs and waits. */
  readonly size: number;
}

interface Share {
  readonly line: Waiter[];
  running: number;
  outside: number;
}

type Limits = Pick<WorkLimit, "atOnceOfOne" | "begunOfOne"> & { readonly atOnce: number };

export function createFairTurns({ atOnce, atOnceOfOne = Infinity, begunOfOne = Infinity }: Limits): FairTurns {
  /** By user, in the order of their turns. */
  const shares = new Map<string, Share>();
  let running = 0;
  let waits = 0;

  function hasShare(share: Share, isBack: boolean): boolean {
    return share.running < atOnceOfOne && (isBack || share.running + share.outside < begunOfOne);
  }

  function mayRun(share: Share, isBack: boolean): boolean {
    return running < atOnce && hasShare(share, isBack);
  }

  function run(user: string, share: Share, isBack: boolean): void {
    running++;
    share.running++;
    if (isBack) share.outside--;
    toEnd(user, share);
  }

  /** Moves the share to the end of the round; a running iteration over the shares visits it again. */
  function toEnd(user: string, share: Share): void {
    shares.delete(user);
    shares.set(user, share);
  }

  function startNext(): void {
    for (const [user, share] of shares) {
      if (running >= atOnce) return;
      const first = share.line[0];
      if (first === undefined || !mayRun(share, first.isBack)) continue;
      share.line.shift();
      waits--;
      run(user, share, first.isBack);
      first.go();
    }
  }

  function change(user: string, by: (share: Share) => void): void {
    const share = shares.get(user)!;
    by(share);
    if (heldOf(share) === 0) shares.delete(user);
    startNext();
  }

  return {
    take(user) {
      const share = shares.get(user) ?? { line: [], running: 0, outside: 0 };
      if (share.line.length > 0 || !mayRun(share, false)) return false;
      run(user, share, false);
      return true;
    },
    wait(user, waiting) {
      const share = shares.get(user) ?? { line: [], running: 0, outside: 0 };
      shares.set(user, share);
      const place = waiting.isBack ? share.line.findIndex(({ isBack }) => !isBack) : -1;
      share.line.splice(place < 0 ? share.line.length : place, 0, waiting);
      waits++;
      startNext();
    },
    giveUp(user, waiting) {
      change(user, ({ line }) => {
        line.splice(line.indexOf(waiting), 1);
        waits--;
      });
    },
    end(user) {
      change(user, (share) => {
        share.running--;
        running--;
        toEnd(user, share);
      });
    },
    stepOut(user) {
      change(user, (share) => {
        share.running--;
        share.outside++;
        running--;
      });
    },
    endOutside: (user) => change(user, (share) => share.outside--),
    countHeld: (user) => heldOf(shares.get(user)),
    isShareFull(user) {
      const share = shares.get(user);
      return share !== undefined && !hasShare(share, false);
    },
    waitingSince: (user) => shares.get(user)?.line[0]?.since,
    lastOfHeaviestUser(user) {
      let most = heldOf(shares.get(user)) + 1;
      let candidate: Waiter | undefined;
      for (const share of shares.values()) {
        const last = share.line.at(-1);
        if (last === undefined || last.isBack || heldOf(share) <= most) continue;
        most = heldOf(share);
        candidate = last;
      }
      return candidate;
    },
    get size() {
      return running + waits;
    },
  };
}

function heldOf(share: Share | undefined): number {
  return share === undefined ? 0 : share.line.length + share.running + share.outside;
}
