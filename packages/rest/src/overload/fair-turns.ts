import type { WorkLimit } from "./work.ts";

/** Somebody in line. */
export interface Waiting {
  readonly since: number;
  /** Comes back to work that has begun: such a caller is never turned away. */
  readonly isBack: boolean;
  /** It is the caller's turn. */
  readonly go: () => void;
  /** The place in line goes to somebody else. */
  readonly refuse: () => void;
}

/**
 * Turns that go round the users: however many of one wait, the next turn is another's, and each user has a share of
 * what runs at a time.
 */
export interface FairTurns {
  /** Takes a turn, if there is one now. */
  take(user: string): boolean;
  wait(user: string, waiting: Waiting): void;
  giveUp(user: string, waiting: Waiting): void;
  /** Ends a turn. */
  end(user: string): void;
  /** Ends a turn whose work goes on elsewhere; it still counts for its user. */
  stepOut(user: string): void;
  /** What went on elsewhere has ended there. */
  endOutside(user: string): void;
  /** All that the user has in line, running and elsewhere. */
  held(user: string): number;
  /** Whether the user's own share is what the next would wait for. */
  isShareFull(user: string): boolean;
  /** When the first in the user's line came. */
  waitingSince(user: string): number | undefined;
  /** The last in line of whoever holds the most, when that is more than the user would hold. */
  lastOfGreatest(user: string): Waiting | undefined;
  /** What runs and what waits. */
  readonly size: number;
}

interface Share {
  readonly line: Waiting[];
  running: number;
  outside: number;
}

type Limits = Pick<WorkLimit, "atOnceOfOne" | "begunOfOne"> & { readonly atOnce: number };

export function createFairTurns({ atOnce, atOnceOfOne = Infinity, begunOfOne = Infinity }: Limits): FairTurns {
  /** In the order of their turns. */
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

  /** Of the round; whoever goes through the shares meets it once more. */
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
    held: (user) => heldOf(shares.get(user)),
    isShareFull(user) {
      const share = shares.get(user);
      return share !== undefined && !hasShare(share, false);
    },
    waitingSince: (user) => shares.get(user)?.line[0]?.since,
    lastOfGreatest(user) {
      let most = heldOf(shares.get(user)) + 1;
      let found: Waiting | undefined;
      for (const share of shares.values()) {
        const last = share.line.at(-1);
        if (last === undefined || last.isBack || heldOf(share) <= most) continue;
        most = heldOf(share);
        found = last;
      }
      return found;
    },
    get size() {
      return running + waits;
    },
  };
}

function heldOf(share: Share | undefined): number {
  return share === undefined ? 0 : share.line.length + share.running + share.outside;
}
