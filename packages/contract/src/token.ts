/** What a long-lived token is: a user's own, or a connector's grant. */
export const TOKEN_KINDS = ["personal", "grant"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];
