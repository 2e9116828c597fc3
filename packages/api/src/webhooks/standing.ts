import { DAY_MS, type StopReason } from "@knote/contract";
import { FAILING_AFTER, type WebhookStanding } from "../ports/webhook-store.ts";

/** What came of an attempt, as far as it tells of the receiver. Times in milliseconds since the epoch. */
export interface ReceiverResult {
  readonly isDelivered: boolean;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  readonly endedAt: number;
  /** Null when no answer came. */
  readonly status: number | null;
  /** Until when the receiver asked to wait; null when it did not. */
  readonly pauseUntil: number | null;
}

const MOST_WINDOW = 4;
/** How long a failing webhook rests after an attempt. */
const REST_MS = 60_000;
/** A receiver that answers later than this has a place of the slow lane for its next attempt. */
const QUICK_MS = 2_000;
const NOTIFY_AFTER_MS = DAY_MS;
const STOP_AFTER_MS = 5 * DAY_MS;
const STOP_AFTER_FAILURES = 10;
/** The receiver wants nothing any more. */
export const STATUS_GONE = 410;

/** Returns whether nothing has reached the receiver for so long that it is attempted rarely. */
export function isFailing({ failures }: Pick<WebhookStanding, "failures">): boolean {
  return failures >= FAILING_AFTER;
}

/** Returns how a webhook stands after an attempt. */
export function standingAfter(standing: WebhookStanding, result: ReceiverResult): WebhookStanding {
  return result.isDelivered ? afterSuccess(standing, result) : afterFailure(standing, result);
}

/** Returns why a webhook stops with the attempt that led to this standing; null while it goes on. */
export function stopReason(
  { failures, failingSince }: WebhookStanding,
  { isDelivered, status, endedAt }: ReceiverResult,
): StopReason | null {
  if (isDelivered) return null;
  if (status === STATUS_GONE) return "gone";
  const isLong = failingSince !== null && endedAt - failingSince >= STOP_AFTER_MS;
  return isLong && failures >= STOP_AFTER_FAILURES ? "failing" : null;
}

/** Returns whether the owner should hear now that nothing reaches the receiver: once in a run of failures. */
export function shouldNotify({ failingSince, isNotified }: WebhookStanding, now: number): boolean {
  return !isNotified && failingSince !== null && now - failingSince >= NOTIFY_AFTER_MS;
}

function afterSuccess(standing: WebhookStanding, { ms, endedAt }: ReceiverResult): WebhookStanding {
  return {
    failures: 0,
    failingSince: null,
    isNotified: false,
    // An answer that came meanwhile may have asked for a pause.
    notBefore: standing.notBefore,
    window: Math.min(standing.window + 1, MOST_WINDOW),
    isQuick: ms <= QUICK_MS,
    lastDeliveredAt: endedAt,
  };
}

function afterFailure(standing: WebhookStanding, { endedAt, pauseUntil }: ReceiverResult): WebhookStanding {
  const failures = standing.failures + 1;
  const restUntil = isFailing({ failures }) ? endedAt + REST_MS : 0;
  return {
    ...standing,
    failures,
    failingSince: standing.failingSince ?? endedAt,
    notBefore: Math.max(standing.notBefore, pauseUntil ?? 0, restUntil),
    window: isFailing({ failures }) ? 1 : Math.max(1, Math.floor(standing.window / 2)),
    isQuick: false,
  };
}
