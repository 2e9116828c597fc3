import type { TierKey } from "@knote/contract";
import type { Session } from "./session-store.ts";

/** The person who signed in, as reported by the provider or the code. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly login: string | null;
}

/** Browser sessions; only the browser has the secret of its session. */
export interface Sessions {
  /** Starts a session that replaces the browser's earlier one. `expiresAt` in ms since the epoch. */
  open(person: Person, browser: SignInBrowser): Promise<{ readonly secret: string; readonly expiresAt: number }>;
  /** Returns the live session of a secret. Ends it when its user is no longer admitted. */
  find(secret: string): Promise<Session | null>;
  /** Returns an access token for the session's user; it is valid no longer than the session. */
  token(session: Session): Promise<{ readonly accessToken: string; readonly expiresInSeconds: number }>;
  list(userId: string): Promise<Session[]>;
  /** Ends a session. Returns false when the user has none with this id. */
  end(userId: string, id: string): Promise<boolean>;
  /** Ends all sessions of the user and refuses every existing token. */
  endAll(userId: string): Promise<void>;
  /** Returns the tier of the session's user; null when the session has ended meanwhile. */
  tier(session: Session): Promise<TierKey | null>;
}

export interface SignInBrowser {
  readonly userAgent: string;
  /** Secret of the browser's earlier session, if it sent one. */
  readonly replaces: string | null;
}

/**
 * Why the provider signed nobody in. `denied`: the person declined; `not_allowed`: the person may not sign in;
 * `expired`: the flow took too long or began in another browser; `provider`: the provider failed.
 */
export type ProviderRefusal = "denied" | "expired" | "not_allowed" | "provider";

export type ProviderOutcome =
  | { readonly person: Person; readonly returnTo: string }
  | {
      readonly error: ProviderRefusal;
      readonly returnTo: string;
      /** For the log; contains no secret. */
      readonly reason: string;
    };

/** Sign-in at a provider: the redirect there and the callback. */
export interface ProviderSignIn {
  /** Returns the address to redirect to, and the flow cookie that the browser carries until it is back. */
  begin(returnTo: string): Promise<{ readonly address: string; readonly flow: string }>;
  /** Finishes the sign-in from the browser's flow cookie (null when missing) and the query of the callback. */
  finish(flow: string | null, query: string): Promise<ProviderOutcome>;
}

/** One-time codes that sign in the owner of a single-user service. */
export interface SignInCodes {
  /** Returns a new code, valid once, for ten minutes. */
  issue(): Promise<string>;
  /** Uses the code up and returns the person it signs in; null when it is not or no longer valid. */
  redeem(code: string): Promise<Person | null>;
}

/** How people sign in with a browser, in one of two modes. */
export type SignIn = { readonly sessions: Sessions } & (
  | { readonly mode: "github"; readonly github: ProviderSignIn }
  | { readonly mode: "local"; readonly codes: Pick<SignInCodes, "redeem"> }
);
