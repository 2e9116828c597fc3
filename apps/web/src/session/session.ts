import { createListeners } from "../kit/listeners.ts";
import { SignedOut } from "../kit/failures.ts";

declare module "../kit/services.tsx" {
  interface Services {
    readonly session: Session;
  }
}

/** Renewed when it ends within this, so that no request sets out with a token that ends on its way. */
const RENEW_BEFORE_MS = 60_000;
/** A token younger than this was renewed by the failure of another request just now. */
const YOUNG_MS = 5_000;

export interface AccessToken {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export type SessionState = "unknown" | "signed-in" | "signed-out";

/** Who uses the page. The access token lives here, in memory, and nowhere else. */
export interface Session {
  readonly state: SessionState;
  /** A token that holds for a while yet; rejects with `SignedOut`, or when the server cannot be reached. */
  token(): Promise<AccessToken>;
  /** The server refused the token: the next one asked for is a new one. */
  discard(): void;
  /** Forgets the token: this browser's session has ended. */
  end(): void;
  /** Hears of changes of `state`. */
  subscribe(listener: () => void): () => void;
}

export function createSession(parts: {
  /** Asks the server for a token; null when nobody is signed in. */
  readonly mint: () => Promise<{ readonly value: string; readonly lifeMs: number } | null>;
  readonly now: () => number;
}): Session {
  const { mint, now } = parts;
  const listeners = createListeners();
  let state: SessionState = "unknown";
  let current: (AccessToken & { readonly mintedAt: number }) | null = null;
  let renewal: Promise<AccessToken> | null = null;
  /** Counts the ends: what was asked for before the last one is nobody's any more. */
  let generation = 0;

  function become(next: SessionState): void {
    if (state === next) return;
    state = next;
    listeners.tell();
  }

  function end(): void {
    generation++;
    current = null;
    renewal = null;
    become("signed-out");
  }

  async function renew(): Promise<AccessToken> {
    const [mintedAt, mintedIn] = [now(), generation];
    const minted = await mint();
    if (mintedIn !== generation) throw new SignedOut();
    if (minted === null) {
      end();
      throw new SignedOut();
    }
    current = { value: minted.value, expiresAt: mintedAt + minted.lifeMs, mintedAt };
    become("signed-in");
    return current;
  }

  function forgetWhenDone(renewing: Promise<AccessToken>): Promise<AccessToken> {
    const watched = renewing.finally(() => {
      if (renewal === watched) renewal = null;
    });
    return watched;
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
