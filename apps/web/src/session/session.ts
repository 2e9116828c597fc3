import { createListeners } from "../kit/listeners.ts";
import { SignedOut } from "../kit/failures.ts";

declare module "../kit/services.tsx" {
  interface Services {
    readonly session: Session;
  }
}

/** A token that expires within this time is renewed first, so that none expires during a request. */
const RENEW_BEFORE_MS = 60_000;
/** A token younger than this was just renewed after another request failed. */
const YOUNG_MS = 5_000;

export interface AccessToken {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export type SessionState = "unknown" | "signed-in" | "signed-out";

/** The session of the page's user. The access token lives only here, in memory. */
export interface Session {
  readonly state: SessionState;
  /** Resolves with a token that stays valid for a while; rejects with `SignedOut` or if the server is unreachable. */
  token(): Promise<AccessToken>;
  /** Drops a token that the server refused, so that the next call requests a new one. */
  discard(): void;
  /** Ends the session in the page and forgets its token. */
  end(): void;
  /** Calls the listener whenever `state` changes. */
  subscribe(listener: () => void): () => void;
}

export function createSession(deps: {
  /** Asks the server for a token; null when nobody is signed in. */
  readonly mint: () => Promise<{ readonly value: string; readonly lifeMs: number } | null>;
  readonly now: () => number;
}): Session {
  const { mint, now } = deps;
  const listeners = createListeners();
  let state: SessionState = "unknown";
  let current: (AccessToken & { readonly mintedAt: number }) | null = null;
  let renewal: Promise<AccessToken> | null = null;
  /** Number of times the session ended: a token requested before the last end must not be used. */
  let generation = 0;

  function setState(next: SessionState): void {
    if (state === next) return;
    state = next;
    listeners.notify();
  }

  function end(): void {
    generation++;
    current = null;
    renewal = null;
    setState("signed-out");
  }

  async function renew(): Promise<AccessToken> {
    const [mintedAt, mintedIn] = [now(), generation];
    const freshToken = await mint();
    if (mintedIn !== generation) throw new SignedOut();
    if (freshToken === null) {
      end();
      throw new SignedOut();
    }
    current = { value: freshToken.value, expiresAt: mintedAt + freshToken.lifeMs, mintedAt };
    setState("signed-in");
    return current;
  }

  function forgetWhenDone(renewing: Promise<AccessToken>): Promise<AccessToken> {
    const whenDone = renewing.finally(() => {
      if (renewal === whenDone) renewal = null;
    });
    return whenDone;
  }

  return {
    get state() {
      return state;
    },
    async token() {
      if (current && current.expiresAt - now() > RENEW_BEFORE_MS) return current;
      renewal ??= forgetWhenDone(renew());
      return await renewal;
    },
    discard() {
      if (current && now() - current.mintedAt > YOUNG_MS) current = null;
    },
    end,
    subscribe: listeners.add,
  };
}
