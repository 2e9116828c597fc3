import type { Clock, SessionStore } from "@knote/api";
import { LOCAL_OWNER } from "../first-tier.ts";
import type { Person } from "../sessions/create-sessions.ts";
import { digestOf, newSecret } from "../sessions/secrets.ts";

const LIFETIME_MS = 10 * 60_000;
const OWNER: Person = { userId: LOCAL_OWNER, name: "Owner", login: null };

/** One-time codes that sign in the owner of a service that runs for its owner alone. */
export interface SignInCodes {
  /** Good once, for ten minutes. */
  issue(): Promise<string>;
  /** Who the code signs in; null when it is not good, or not any more. */
  redeem(code: string): Promise<Person | null>;
}

export function createSignInCodes(store: Pick<SessionStore, "addCode" | "useCode">, clock: Clock): SignInCodes {
  return {
    async issue() {
      const code = newSecret();
      await store.addCode(digestOf(code)!, clock.now() + LIFETIME_MS);
      return code;
    },
    async redeem(code) {
      const digest = digestOf(code);
      return digest !== null && (await store.useCode(digest, clock.now())) ? OWNER : null;
    },
  };
}

/** Where a browser goes to sign in with the code. Following the link uses nothing up: only its page does. */
export function signInLink(publicUrl: string, code: string): string {
  return `${publicUrl}/auth/local?code=${code}`;
}
