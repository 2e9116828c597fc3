import { DomainError } from "@knote/api";

/** Long enough to spread the retries, and for most to succeed at the first one. */
const RETRY_SECONDS = 2;

/** Refused before any work because too much is under way already. Not a failure: it is counted, not logged. */
export class OverloadedError extends DomainError {
  /** `isTooMuchOfOne`: this user alone sends too much; others are served. */
  constructor(isTooMuchOfOne = false) {
    super("UNAVAILABLE", isTooMuchOfOne ? TOO_MUCH_OF_ONE : TOO_MUCH, { retryAfterSeconds: RETRY_SECONDS });
    this.name = "OverloadedError";
  }
}

const TOO_MUCH = "The service has too much to do; try again in a moment.";
const TOO_MUCH_OF_ONE = "Too many requests of yours are under way; try again when some have ended.";
