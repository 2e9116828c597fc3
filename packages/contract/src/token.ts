import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { boundedText } from "./text.ts";

/** What a stored token is: a user's own, or a connector's grant. */
export const TOKEN_KINDS = ["personal", "grant"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** What a token can allow. */
export const SCOPES = ["notes:read", "notes:write", "ask", "webhooks"] as const;
export type Scope = (typeof SCOPES)[number];

const PREFIX = "knote_";
/** Texts of stored tokens: personal ones, and the access and refresh tokens of grants. */
const TOKEN_TEXTS = /\bknote_(?:pat|oat|ort)_[0-9A-Za-z]{36}\b/g;

/** Whether a text claims to be a stored token. */
export function isStoredToken(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Hides stored tokens that a text contains. */
export function hideTokens(text: string): string {
  return text.includes(PREFIX) ? text.replace(TOKEN_TEXTS, "[hidden]") : text;
}

const SCOPES_LIST = SCOPES.join(", ");
const DAYS_ERROR = `expires_in_days must be a whole number from 1 to ${LIMITS.tokenDays}, or null for a token without end.`;

/** What a user asks for when they make a personal token. */
export const NewToken = z.object({
  name: boundedText("name", 1, LIMITS.tokenName),
  scopes: z
    .array(z.enum(SCOPES, { error: `scope must be one of ${SCOPES_LIST}.` }), {
      error: "scopes must be an array of scopes.",
    })
    .min(1, { error: `scopes must name at least one of ${SCOPES_LIST}.` })
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope)))
    .default(["notes:read"]),
  expires_in_days: z
    .int({ error: DAYS_ERROR })
    .min(1, { error: DAYS_ERROR })
    .max(LIMITS.tokenDays, { error: DAYS_ERROR })
    .nullable()
    .default(90),
});
export type NewToken = z.infer<typeof NewToken>;

/** A stored token as its owner sees it. */
export interface Token {
  readonly id: string;
  readonly kind: TokenKind;
  readonly name: string;
  readonly scopes: readonly string[];
  /** The last characters of its text. */
  readonly hint: string;
  /** The address that identifies the connector of a grant. */
  readonly connector: string | null;
  readonly created_at: string;
  /** Null for a token without end. */
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}
