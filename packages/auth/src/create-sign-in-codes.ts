import type { Clock, Person, SessionStore, SignInCodes } from "@knote/api";
import { LOCAL_OWNER } from "./first-tier.ts";
import { digestOf, newSecret } from "./sessions/secrets.ts";

const LIFETIME_MS = 10 * 60_000;
const OWNER: Person = { userId: LOCAL_OWNER, name: "Owner", login: null };

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
