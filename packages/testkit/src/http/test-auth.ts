import type { Clock, Storage } from "@knote/api";
import {
  allowLogins,
  createAuthenticator,
  createPersonalTokens,
  createSessions,
  createTokenVerifier,
  mintToken,
} from "@knote/auth";
import { TEST_SECRET } from "./test-token.ts";

/** Creates what one process needs for sign-in, without HTTP. */
export function testAuth({ storage, clock }: { readonly storage: Storage; readonly clock: Clock }) {
  const isAllowed = allowLogins([]);
  const common = { storage, clock, secret: TEST_SECRET, defaultTier: "free", isAllowed } as const;
  const tokens = createPersonalTokens(common);
  const verifier = createTokenVerifier({ secret: TEST_SECRET, clock });
  return {
    sessions: createSessions(common),
    tokens,
    authenticate: createAuthenticator({ ...common, tokens, verifier }),
    /** Mints a token like the command line. */
    token: (sub: string) => mintToken({ secret: TEST_SECRET, sub, clock, exactly: true }),
  };
}
