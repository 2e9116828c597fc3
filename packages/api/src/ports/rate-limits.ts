/** What may be taken within a window of time, which begins when the first is taken. */
export interface RateLimit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** Limits that all processes keep together; while those cannot reach each other, each keeps them by itself. */
export interface RateLimits {
  /** Takes `points` of what `key` has left. Null when they were there, else the milliseconds until the window ends. */
  take(limit: RateLimit, key: string, points: number): Promise<number | null>;
}
