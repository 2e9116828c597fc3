/** Of one user; who signs in from more browsers signs out of one. */
export const MOST_SESSIONS = 100;

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
  /** Tokens of the user issued before this count no more; 0 when all do. Never goes back; outlives the user. */
  tokensNotBefore(userId: string): Promise<number>;
  /** Keeps a code that signs in once. */
  addCode(digest: string, expiresAt: number): Promise<void>;
  /** Whether the code was good until now; of parallel calls one gets true. */
  useCode(digest: string, now: number): Promise<boolean>;
}
