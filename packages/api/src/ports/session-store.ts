/** Most sessions per user; a further sign-in ends the least recently used. */
export const MAX_SESSIONS = 100;

/** A cut that lies further ahead of the clock than this comes from a clock that was wrong. */
export const CUT_AHEAD_MS = 60_000;

/** One browser that is signed in. */
export interface Session {
  /** Identifies the session to its owner; grants no access. */
  readonly id: string;
  readonly userId: string;
  /** The user's name, as reported at sign-in. */
  readonly name: string;
  /** The user's name at the provider; null without a provider. */
  readonly login: string | null;
  /** The `User-Agent` header of the browser. */
  readonly userAgent: string;
  /** Milliseconds since the epoch, like the times below. */
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
}

/** What decides, beside its `exp`, how long a token is valid. */
export interface TokenOrigin {
  /** Milliseconds since the epoch; 0 when the token does not say. */
  readonly issuedAt: number;
  /**
   * What the token lives with, by id: the session that issued it, or the stored token that it is itself. Null for a
   * token that only its times end.
   */
  readonly sessionId: string | null;
}

/**
 * Sessions, sign-in codes and token cuts. Secrets are stored as digests only: nobody who reads the store can sign
 * in. Expired entries are not found and are removed eventually.
 */
export interface SessionStore {
  /**
   * Stores a new session, creates the user when unknown, and ends the session whose digest it `replaces`. Above
   * `MAX_SESSIONS` per user, the least recently used sessions end.
   */
  create(digest: string, session: Session, replaces: string | null): Promise<void>;
  /** Returns the session, unless it has ended or expired. */
  find(digest: string, now: number): Promise<Session | null>;
  /** Records that the session was used; does nothing when it has ended. */
  touch(digest: string, now: number): Promise<void>;
  /** Returns the user's live sessions, most recently used first. */
  list(userId: string, now: number): Promise<Session[]>;
  /** Ends a session. Returns false when the user has no session with this id. Idempotent. */
  end(userId: string, id: string): Promise<boolean>;
  /** Ends every session and stored token of the user and, in the same write, refuses those issued before `notBefore`. */
  endAll(userId: string, notBefore: number): Promise<void>;
  /**
   * Returns whether a token is valid: the token of a session while the session lives, and a stored token while it is
   * stored, whatever any clock says; any other token unless it was issued before the user's cut. The cut outlives the user and never moves back, except
   * when it lies ahead of the engine's clock: then a wrong clock made it, and it moves to the present.
   */
  isTokenValid(userId: string, token: TokenOrigin): Promise<boolean>;
  /** Stores a code that signs in once. */
  addCode(digest: string, expiresAt: number): Promise<void>;
  /** Uses the code up and returns whether it was valid; of parallel calls one gets true. */
  useCode(digest: string, now: number): Promise<boolean>;
}
