/** Issuer and audience of our tokens. A foreign token that has these claims must have the same values. */
export const ISSUER = "knote";
export const AUDIENCE = "knote-api";
/** Claim with the session that made a token; only in tokens that we signed. */
export const SESSION_CLAIM = "knote_session";
export const DEFAULT_SCOPE = "notes:read notes:write ask";
export const LEEWAY_SECONDS = 30;
/** Longer tokens are refused unread. */
export const MAX_TOKEN_LENGTH = 8_192;
