import { DomainError } from "@knote/api";

/** What is tried again is not all there at the same moment, and seldom twice. */
const RETRY_SECONDS = 2;

/** Refused at once, before any work, because too much is under way already. No failure: it is counted, not logged. */
export class Overloaded extends DomainError {
  constructor() {
    super("UNAVAILABLE", "The service has too much to do; try again in a moment.", {
      retryAfterSeconds: RETRY_SECONDS,
    });
    this.name = "Overloaded";
  }
}
