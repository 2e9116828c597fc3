/** The current time, injected so that tests control it. Never runs backwards within a process. */
export interface Clock {
  /** Returns milliseconds since the epoch; later calls never return less. */
  now(): number;
}
