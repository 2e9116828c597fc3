import { DomainError, type SignOutChannel, type Storage, type TokenCut, type TokenOrigin } from "@knote/api";
import { createCutMemory } from "./cut-memory.ts";
import { guardStorage, type WriteGuard } from "./guard-storage.ts";

/** What a request with a token can do as long as the token is valid. */
export interface TokenGrant {
  /** Refuses writes once the token was cut. */
  readonly storage: Storage;
  isCut(): boolean;
}

/** Ends requests under way whose tokens have been cut. */
export interface SignOuts {
  /** Call it before asking the store whether a token is valid: `admit` notices the cuts that follow. */
  now(): number;
  admit(userId: string, origin: TokenOrigin, since: number): TokenGrant;
  /**
   * Call it once the store refuses the tokens. From then on no request that began with one of them can write, at any
   * process; writes already in progress are done when this resolves.
   */
  end(tokenCut: TokenCut): Promise<void>;
}

export function createSignOuts(deps: {
  readonly storage: Storage;
  readonly channel: SignOutChannel | null;
  /** Called for each cut, to end streams. */
  readonly onCut: (tokenCut: TokenCut) => void;
}): SignOuts {
  const { storage, channel, onCut } = deps;
  const cuts = createCutMemory();
  const writes = new Map<string, Set<Promise<unknown>>>();
  /** Requests that began up to this moment have to ask the store, because cuts may have been missed. */
  let missedUntil = -1;

  async function endHere(tokenCut: TokenCut): Promise<void> {
    cuts.add(tokenCut);
    onCut(tokenCut);
    const ofUser = writes.get(tokenCut.userId);
    if (ofUser) await Promise.allSettled(ofUser);
  }

  channel?.listen({ onCut: endHere, onMissed: () => void (missedUntil = cuts.endMoment()) });

  async function underWay<T>(userId: string, write: () => Promise<T>): Promise<T> {
    const ofUser = writes.get(userId) ?? new Set();
    writes.set(userId, ofUser);
    const writing = write();
    ofUser.add(writing);
    try {
      return await writing;
    } finally {
      ofUser.delete(writing);
      if (ofUser.size === 0 && writes.get(userId) === ofUser) writes.delete(userId);
    }
  }

  return {
    now: cuts.now,
    admit(userId, origin, since) {
      const isCut = () => cuts.wasCut(userId, origin.sessionId, since);
      const isUnsure = () => channel !== null && (since <= missedUntil || !channel.isConnected());
      const guard: WriteGuard = async (write) => {
        const isRefused = isUnsure() && !(await storage.sessions.isTokenValid(userId, origin));
        if (isRefused || isCut()) throw new DomainError("FORBIDDEN", "The access token was refused meanwhile.");
        return await underWay(userId, write);
      };
      return { storage: guardStorage(storage, guard), isCut };
    },
    async end(tokenCut) {
      await endHere(tokenCut);
      await channel?.announce(tokenCut);
    },
  };
}
