import type { Session } from "@knote/api";
import type { TierKey } from "@knote/contract";

/** Who signed in, as the way of signing in tells it. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly login: string | null;
}

export type SignInError = "denied" | "expired" | "limit" | "not_allowed" | "provider" | "unavailable";

/** The sessions of browsers, each known by a secret that only its browser has. */
export interface Sessions {
  /** Begins a session in place of the one that the browser had. `expiresAt` in ms since the epoch. */
  open(
    person: Person,
    browser: { readonly userAgent: string; readonly replaces: string | null },
  ): Promise<{ readonly secret: string; readonly expiresAt: number }>;
  find(secret: string): Promise<Session | null>;
  token(session: Session): Promise<{ readonly accessToken: string; readonly expiresInSeconds: number }>;
  list(userId: string): Promise<Session[]>;
  /** False when there is none of this id. */
  end(userId: string, id: string): Promise<boolean>;
  /** Also refuses every token that the user has. */
  endAll(userId: string): Promise<void>;
  /** Null when the session has ended meanwhile. */
  tier(session: Session): Promise<TierKey | null>;
}

/** Signing in at a provider: there, and back. */
export interface ProviderSignIn {
  /** Where the browser goes, and what it carries until it is back. */
  begin(returnTo: string): Promise<{ readonly address: string; readonly flow: string }>;
  finish(
    flow: string | null,
    query: string,
  ): Promise<
    | { readonly person: Person; readonly returnTo: string }
    | { readonly error: SignInError; readonly returnTo: string; readonly reason: string }
  >;
}

/** One-time codes of a service that runs for its owner alone. */
export interface CodeSignIn {
  /** Uses the code up. Null when it is not good. */
  redeem(code: string): Promise<Person | null>;
}

/** How people sign in with a browser: by one of two ways. */
export type SignIn = { readonly sessions: Sessions } & (
  | { readonly mode: "github"; readonly github: ProviderSignIn }
  | { readonly mode: "local"; readonly codes: CodeSignIn }
);
