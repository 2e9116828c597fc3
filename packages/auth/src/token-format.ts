/** What our own tokens say, and what others' must say where they say it. */
export const ISSUER = "knote";
export const AUDIENCE = "knote-api";
/** Names the session that made a token; of tokens that we signed alone. */
export const SESSION_CLAIM = "knote_session";
export const DEFAULT_SCOPE = "notes:read notes:write ask";
export const LEEWAY_SECONDS = 30;
/** Longer ones are refused unread. */
export const MAX_TOKEN_LENGTH = 8_192;
