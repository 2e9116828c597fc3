import type { Clock, Storage } from "@knote/api";
import { allowLogins, createAuthenticator, createSessions, createTokenVerifier, mintToken } from "@knote/auth";
import { TEST_SECRET } from "./test-token.ts";

/** Creates what one process needs for sign-in, without HTTP. */
export function testAuth({ storage, clock }: { readonly storage: Storage; readonly clock: Clock }) {
  const common = { storage, clock, secret: TEST_SECRET, defaultTier: "free" } as const;
  return {
    sessions: createSessions({ ...common, isAllowed: allowLogins([]) }),
    authenticate: createAuthenticator({ ...common, verifier: createTokenVerifier({ secret: TEST_SECRET, clock }) }),
    /** Mints a token like the command line. */
    token: (sub: string) => mintToken({ secret: TEST_SECRET, sub, clock, exactly: true }),
  };
}
