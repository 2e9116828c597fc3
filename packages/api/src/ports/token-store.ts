import type { TokenKind } from "@knote/contract";

/** How long a refresh token can be used again after it was replaced: the answer with the next one may be lost. */
export const REFRESH_GRACE_MS = 30_000;

/** A token that lives until it expires or is revoked. Times are milliseconds since the epoch. */
export interface StoredToken {
  /** Identifies the token to its owner; grants no access. */
  readonly id: string;
  readonly userId: string;
  readonly kind: TokenKind;
  /** What its owner calls it. */
  readonly name: string;
  readonly scopes: readonly string[];
  /** The last characters of its text, by which its owner recognises it. */
  readonly hint: string;
  /** The user's name at the provider; null without a provider. */
  readonly login: string | null;
  readonly createdAt: number;
  /** Null before the first use. */
  readonly lastUsedAt: number | null;
  /** Null for a token without an end. */
  readonly expiresAt: number | null;
  /** What a connector's grant has besides; null for a personal token. */
  readonly grant: Grant | null;
}

/** What a grant has that a personal token has not: its secrets are replaced again and again. */
export interface Grant {
  /** The address that identifies the connector. */
  readonly connector: string;
  /** When the access token ends; the grant itself lasts on. */
  readonly accessUntil: number;
  /** When the grant ends unless its secrets are replaced before. */
  readonly idleUntil: number;
  /** Digest of what all refresh tokens of the grant have in common. */
  readonly family: string;
  /** Digest of the present refresh token. */
  readonly refresh: string;
  /** Digest of the refresh token before, and how long it can be used again; null until the first rotation. */
  readonly earlier: { readonly refresh: string; readonly until: number } | null;
}

/** A refresh token as it is known: by the digest of its family and by its own. */
export interface RefreshDigests {
  readonly family: string;
  readonly refresh: string;
}

/** The secrets that take the place of a grant's present ones. */
export interface NextSecrets extends Pick<StoredToken, "hint">, Pick<Grant, "accessUntil" | "idleUntil" | "refresh"> {
  /** Digest of the access token. */
  readonly digest: string;
}

/**
 * Personal tokens and connectors' grants, known by digests alone: nobody who reads the store can use one. What has
 * expired or ended is not found, at any process, from the next call on. `SessionStore.endAll` and `UserStore.erase`
 * end all tokens of a user, and `SessionStore.isTokenValid` knows a token by its id.
 */
export interface TokenStore {
  /**
   * Stores a token. Returns false when the user has `most` living ones. Idempotent. Throws CONFLICT when the user was
   * erased.
   */
  create(digest: string, token: StoredToken, most: number): Promise<boolean>;
  /** Returns the token of this digest. Its `userId`, when it is known, saves the engine a round trip. */
  find(digest: string, now: number, userId?: string): Promise<StoredToken | null>;
  /** Records that the token was used; does nothing when it has ended. */
  touch(digest: string, now: number): Promise<void>;
  /** Returns the user's living tokens: the last used first, those that were never used last. */
  list(userId: string, now: number): Promise<StoredToken[]>;
  /** Ends a token. Returns false when the user has none with this id. */
  end(userId: string, id: string): Promise<boolean>;
  /** Ends the token of this digest, or the grant of this access token or family, and returns it; null for an unknown one. */
  endByDigest(digest: string): Promise<Pick<StoredToken, "id" | "userId"> | null>;
  /**
   * Puts the next secrets in place of those that the refresh token belongs to, and counts as a use. The token before
   * the present one can be used again for `REFRESH_GRACE_MS`. Any other earlier token was stolen or is used by a thief,
   * so it ends the grant: "reused". Returns null for an unknown or expired one.
   */
  rotate(refresh: RefreshDigests, next: NextSecrets, now: number): Promise<StoredToken | "reused" | null>;
  /** Returns how many tokens of all users live. */
  counts(now: number): Promise<Readonly<Record<TokenKind, number>>>;
}

/** Returns when a token ends unless something happens to it before; null for never. */
export function endOf({ expiresAt, grant }: Pick<StoredToken, "expiresAt" | "grant">): number | null {
  if (grant === null) return expiresAt;
  return expiresAt === null ? grant.idleUntil : Math.min(expiresAt, grant.idleUntil);
}

/**
 * Returns a grant's token as it is once this refresh token was used; null when using it ends the grant. The grace of
 * the token before is not extended by its use.
 */
export function rotatedToken(token: StoredToken, refresh: string, next: NextSecrets, now: number): StoredToken | null {
  const { grant } = token;
  if (grant === null) return null;
  const isPresent = refresh === grant.refresh;
  if (!isPresent && !(refresh === grant.earlier?.refresh && now < grant.earlier.until)) return null;
  const { digest: _, hint, ...secrets } = next;
  const earlier = isPresent ? { refresh, until: now + REFRESH_GRACE_MS } : grant.earlier;
  return { ...token, hint, lastUsedAt: now, grant: { ...grant, ...secrets, earlier } };
}
