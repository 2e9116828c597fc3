import type { AttemptOutcome } from "@knote/api";

export type CallFailure = Exclude<AttemptOutcome, "delivered" | "status" | "redirect">;

/** A call that got no answer. */
export class CallError extends Error {
  readonly failure: CallFailure;

  constructor(failure: CallFailure, options: ErrorOptions = {}) {
    super(`The call failed: ${failure}.`, options);
    this.name = "CallError";
    this.failure = failure;
  }
}
