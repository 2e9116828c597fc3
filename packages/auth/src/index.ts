export { createAuthenticator, LOCAL_OWNER, type Authenticated, type Authenticator } from "./create-authenticator.ts";
export { createTokenVerifier, type TokenTrust, type TokenVerifier } from "./create-token-verifier.ts";
export { mintToken, type MintTokenOptions } from "./mint-token.ts";
export { loadOrCreateSecret } from "./load-or-create-secret.ts";
export { MIN_SECRET_BYTES } from "./secret-key.ts";
export type { VerifiedToken } from "./read-claims.ts";
export { isUserId } from "./user-id.ts";
