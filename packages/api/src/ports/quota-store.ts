/** `2026-11`: a calendar month in UTC. */
export type Month = string;

export interface Usage {
  readonly queries: number;
  readonly capableQueries: number;
}

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
 * Monthly counters. Settled and open reservations count alike; an open one that is older than its
 * lease counts no more. Two parallel calls, in whatever processes, never both take the last one.
 */
export interface QuotaStore {
  /**
   * Takes one query, and one capable query if asked and left. Null, and nothing taken, when no query is
   * left. `capable` of the result tells whether the capable one was granted. `leaseUntil` in ms.
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
  /** Makes it count for good, once, also after its lease. Idempotent. */
  settle(userId: string, reservation: Reservation): Promise<void>;
  /** Gives it back unless settled. Idempotent. */
  release(userId: string, reservation: Reservation): Promise<void>;
  usage(userId: string, month: Month, now: number): Promise<Usage>;
  /** True for the first call of a user, month and counter, false ever after. */
  warnOnce(userId: string, month: Month, counter: keyof Usage): Promise<boolean>;
}
