/** Points that can be taken within a time window, which begins with the first take. */
export interface RateLimit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** Limits that all processes share; while they cannot reach each other, each process enforces them by itself. */
export interface RateLimits {
  /** Takes `points` of what `key` has left. Returns null on success, else the milliseconds until the window ends. */
  take(limit: RateLimit, key: string, points: number): Promise<number | null>;
}
