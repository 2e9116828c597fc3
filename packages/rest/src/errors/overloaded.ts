import { DomainError } from "@knote/api";

/** What is tried again is not all there at the same moment, and seldom twice. */
const RETRY_SECONDS = 2;

/** Refused at once, before any work, because too much is under way already. No failure: it is counted, not logged. */
export class Overloaded extends DomainError {
  /** `isTooMuchOfOne`: of this user; others are served. */
  constructor(isTooMuchOfOne = false) {
    super("UNAVAILABLE", isTooMuchOfOne ? TOO_MUCH_OF_ONE : TOO_MUCH, { retryAfterSeconds: RETRY_SECONDS });
    this.name = "Overloaded";
  }
}

const TOO_MUCH = "The service has too much to do; try again in a moment.";
const TOO_MUCH_OF_ONE = "Too many requests of yours are under way; try again when some have ended.";
