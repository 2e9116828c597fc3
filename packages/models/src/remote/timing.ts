/** How long a provider is waited for, in milliseconds. */
export interface Timing {
  /** Until an answer begins, and between two pieces of it. */
  readonly silenceMs: number;
  /** For a whole answer with its retries. */
  readonly totalMs: number;
  /** Before the first retry; doubles for the next. */
  readonly firstRetryMs: number;
  /** A server that asks for a longer pause than this is not asked again. */
  readonly longestRetryMs: number;
  /** For how long a server that could not be reached is taken to be down. */
  readonly coolDownMs: number;
}

export const ANSWER_TIMING: Timing = {
  silenceMs: 45_000,
  totalMs: 120_000,
  firstRetryMs: 500,
  longestRetryMs: 10_000,
  coolDownMs: 15_000,
};
