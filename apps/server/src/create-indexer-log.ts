import { DomainError } from "@knote/api";
import type { Logger } from "pino";

const REPEAT_AFTER_MS = 3_600_000;
const WAITING = "indexing waits; notes are safe and found by their words";

/** Logs a failure of the indexer, which retries every few seconds, once an hour or when the message changes. */
export function createIndexerLog(log: Logger, now: () => number, meaning = WAITING): (error: unknown) => void {
  let last = "";
  let loggedAt = 0;
  return (error) => {
    const message = error instanceof Error ? error.message : String(error);
    if (message === last && now() - loggedAt < REPEAT_AFTER_MS) return;
    last = message;
    loggedAt = now();
    const isDomainError = DomainError.is(error);
    log.warn(isDomainError ? { reason: message } : { err: error }, meaning);
  };
}
