/** Of one user; who signs in from more browsers signs out of one. */
export const MOST_SESSIONS = 100;

/** A cut further ahead of the clock than this was made by a clock that was wrong. */
export const CUT_AHEAD_MS = 60_000;

/** One browser that is signed in. */
export interface Session {
  /** Names the session to its owner; opens nothing. */
  readonly id: string;
  readonly userId: string;
  /** The user's name, as the way of signing in told it then. */
  readonly name: string;
  /** What the provider calls the user; null without one. */
  readonly login: string | null;
  /** As the browser called itself. */
  readonly userAgent: string;
  /** Milliseconds since the epoch, as the others. */
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
}

/** What decides, beside its `exp`, how long a token counts. */
export interface TokenOrigin {
  /** Milliseconds since the epoch; 0 when the token does not say. */
  readonly issuedAt: number;
  /** The session that made the token; null for one that was made otherwise. */
  readonly sessionId: string | null;
}

/**
 * Sessions, and what signs in or refuses beside them. Secrets are known by their digests alone: nobody who
 * reads the store can sign in. What has expired is not found, and goes by itself some time.
 */
export interface SessionStore {
  /**
   * Keeps a new session, making the user when unknown, and ends the one whose digest it `replaces`. Of one
   * user at most `MOST_SESSIONS` are kept: those unused for longest end first.
   */
  create(digest: string, session: Session, replaces: string | null): Promise<void>;
  /** The session, unless it has ended or expired. */
  find(digest: string, now: number): Promise<Session | null>;
  /** Notes that the session was used; nothing when it has ended. */
  touch(digest: string, now: number): Promise<void>;
  /** The user's sessions that live, those used last first. */
  list(userId: string, now: number): Promise<Session[]>;
  /** False when the user has no session of this id. Idempotent. */
  end(userId: string, id: string): Promise<boolean>;
  /** Ends every session of the user, and with the same write refuses tokens issued before `notBefore`. */
  endAll(userId: string, notBefore: number): Promise<void>;
  /**
   * Whether a token counts: one of a session while the session lives, whatever any clock says, and any other
   * unless it was issued before the user's cut. The cut outlives the user and never goes back, but for one that
   * lies ahead of the engine's clock: it was made by a clock that was wrong, and moves to the present.
   */
  tokenCounts(userId: string, token: TokenOrigin): Promise<boolean>;
  /** Keeps a code that signs in once. */
  addCode(digest: string, expiresAt: number): Promise<void>;
  /** Whether the code was good until now; of parallel calls one gets true. */
  useCode(digest: string, now: number): Promise<boolean>;
}
