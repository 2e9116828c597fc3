import type { TierKey } from "@knote/contract";
import type { Session } from "./session-store.ts";

/** Who signed in, as the way of signing in tells it. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly login: string | null;
}

/** The sessions of browsers: each is known by a secret that only its browser has. */
export interface Sessions {
  /** Begins a session in place of the one that the browser had. `expiresAt` in ms since the epoch. */
  open(person: Person, browser: SignInBrowser): Promise<{ readonly secret: string; readonly expiresAt: number }>;
  /** The session of a secret, while it lives; it ends when its user is not admitted any more. */
  find(secret: string): Promise<Session | null>;
  /** An access token for the user of the session: it dies with the session, however late it is made. */
  token(session: Session): Promise<{ readonly accessToken: string; readonly expiresInSeconds: number }>;
  list(userId: string): Promise<Session[]>;
  /** False when there is none of this id. */
  end(userId: string, id: string): Promise<boolean>;
  /** Ends all of them, and refuses every token that the user has. */
  endAll(userId: string): Promise<void>;
  /** The tier of the session's user; null when the session has ended meanwhile. */
  tier(session: Session): Promise<TierKey | null>;
}

export interface SignInBrowser {
  readonly userAgent: string;
  /** Secret of the session before, if the browser sent one. */
  readonly replaces: string | null;
}

/**
 * Why the provider signed nobody in: the person said no, or may not; it took too long, or came from elsewhere; the
 * provider failed.
 */
export type ProviderRefusal = "denied" | "expired" | "not_allowed" | "provider";

export type ProviderOutcome =
  | { readonly person: Person; readonly returnTo: string }
  | {
      readonly error: ProviderRefusal;
      readonly returnTo: string;
      /** For the log: holds no secret. */
      readonly reason: string;
    };

/** Signing in at a provider: there, and back. */
export interface ProviderSignIn {
  /** Where the browser goes, and what it carries until it is back. */
  begin(returnTo: string): Promise<{ readonly address: string; readonly flow: string }>;
  /** What came of it, by what the browser carried (null: nothing) and the query that it came back with. */
  finish(flow: string | null, query: string): Promise<ProviderOutcome>;
}

/** One-time codes that sign in the owner of a service that runs for its owner alone. */
export interface SignInCodes {
  /** A new code, good once, for ten minutes. */
  issue(): Promise<string>;
  /** Uses the code up and says whom it signs in; null when it is not good, or not any more. */
  redeem(code: string): Promise<Person | null>;
}

/** How people sign in with a browser: by one of two ways. */
export type SignIn = { readonly sessions: Sessions } & (
  | { readonly mode: "github"; readonly github: ProviderSignIn }
  | { readonly mode: "local"; readonly codes: Pick<SignInCodes, "redeem"> }
);
