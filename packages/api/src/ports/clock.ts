/** Time, injected so that tests own it. Never runs backwards within a process. */
export interface Clock {
  /** Milliseconds since the epoch; later calls never answer less. */
  now(): number;
}
