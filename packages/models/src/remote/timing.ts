/** Timeouts and pauses for calls to a provider, in milliseconds. */
export interface Timing {
  /** Longest wait for the beginning of an answer, and between two pieces of it. */
  readonly silenceMs: number;
  /** Longest time for a whole answer, including retries. */
  readonly totalMs: number;
  /** Pause before the first retry; doubles for the next. */
  readonly firstRetryMs: number;
  /** A call is not retried when the server asks for a longer pause. */
  readonly longestRetryMs: number;
  /** How long a server counts as down after it could not be reached. */
  readonly coolDownMs: number;
}

export const ANSWER_TIMING: Timing = {
  silenceMs: 45_000,
  totalMs: 120_000,
  firstRetryMs: 500,
  longestRetryMs: 10_000,
  coolDownMs: 15_000,
};
