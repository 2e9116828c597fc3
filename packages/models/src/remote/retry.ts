import { setTimeout as delay } from "node:timers/promises";
import { unreachableReason } from "./guarded-fetch.ts";
import { replyError } from "./reply-error.ts";
import type { Timing } from "./timing.ts";

const ATTEMPTS = 3;
const JITTER = 0.25;

/**
 * Tries again, after a pause, when a server was busy, failed or was not reached. The SDKs' own retries can wait for
 * hours if the server says so; here a long pause is a failure.
 */
export async function withRetries<T>(ask: () => Promise<T>, timing: Timing, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const pause = attempt < ATTEMPTS && !signal.aborted ? pauseAfter(error, attempt, timing) : undefined;
      if (pause === undefined || pause > timing.longestRetryMs) throw error;
      await delay(pause, undefined, { signal });
    }
  }
}

/** Returns the pause in milliseconds; undefined when a retry makes no sense. */
function pauseAfter(error: unknown, attempt: number, { firstRetryMs }: Timing): number | undefined {
  const usual = firstRetryMs * 2 ** (attempt - 1) * (1 - JITTER * Math.random());
  if (unreachableReason(error) !== undefined) return usual;
  const reply = replyError(error);
  if (reply?.status === undefined || !isPassing(reply.status, reply.headers)) return undefined;
  return askedPause(reply.headers) ?? usual;
}

function isPassing(status: number, headers: Headers): boolean {
  const shouldRetry = headers.get("x-should-retry");
  if (shouldRetry === "true" || shouldRetry === "false") return shouldRetry === "true";
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function askedPause(headers: Headers): number | undefined {
  const ms = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (ms > 0) return ms;
  const after = headers.get("retry-after") ?? "";
  const pause = /^[\d.]+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return pause > 0 ? pause : undefined;
}
