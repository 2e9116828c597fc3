/** `2026-11`: a calendar month in UTC. */
export type Month = string;

export interface Usage {
  readonly queries: number;
  readonly capableQueries: number;
}

/** What a user is warned of once a month: that a counter is nearly used up, or that it has reached its limit. */
export type QuotaWarning = keyof Usage | `${keyof Usage}.limit`;

export interface Reservation {
  readonly id: string;
  readonly month: Month;
  readonly capable: boolean;
}

/** Limits of a tier; -1 means unlimited. */
export interface UsageLimits {
  readonly queries: number;
  readonly capableQueries: number;
}

/**
 * Monthly counters. Settled and open reservations count alike, until the lease of an open one ends.
 * Two parallel calls, in one process or several, never both take the last query.
 */
export interface QuotaStore {
  /**
   * Takes one query, and one capable query if requested and left. Returns null and takes nothing when no query is
   * left. `capable` of the result says whether the capable query was granted. `leaseUntil` in ms.
   */
  reserve(
    userId: string,
    request: {
      readonly id: string;
      readonly month: Month;
      readonly capable: boolean;
      readonly limits: UsageLimits;
      readonly now: number;
      readonly leaseUntil: number;
    },
  ): Promise<{ readonly reservation: Reservation; readonly usage: Usage } | null>;
  /** Makes the reservation count for good, once, even after its lease. Idempotent. */
  settle(userId: string, reservation: Reservation): Promise<void>;
  /** Gives the reservation back unless it is settled. Idempotent. */
  release(userId: string, reservation: Reservation): Promise<void>;
  usage(userId: string, month: Month, now: number): Promise<Usage>;
  /** Returns true for the first call with a user, month and warning, and false after that. */
  warnOnce(userId: string, month: Month, warning: QuotaWarning): Promise<boolean>;
}
