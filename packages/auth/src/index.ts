export { admitLogins, admitOwner } from "./admitted-logins.ts";
export { createAuthenticator, type Authenticated, type Authenticator } from "./create-authenticator.ts";
export { createTokenVerifier, type TokenTrust, type TokenVerifier } from "./create-token-verifier.ts";
export { LOCAL_OWNER } from "./first-tier.ts";
export {
  createGitHubSignIn,
  type GitHubSignIn,
  type ProviderOutcome,
  type SignInError,
} from "./github/create-github-sign-in.ts";
export { createSignInCodes, signInLink, type SignInCodes } from "./local/create-sign-in-codes.ts";
export { mintToken, type MintTokenOptions } from "./mint-token.ts";
export { createSessions, type Person, type Sessions } from "./sessions/create-sessions.ts";
export type { VerifiedToken } from "./read-claims.ts";
export { isUserId } from "./user-id.ts";
