import { LIMITS, type Attempt, type DeliveryResult, type StopReason } from "@knote/contract";
import { FIRST_STANDING, type NewMessage, type StoredWebhook, type WebhookChange } from "@knote/api";

export interface KeptWebhook {
  readonly userId: string;
  webhook: Omit<StoredWebhook, "waiting">;
  lease: { readonly token: string; readonly until: number } | null;
  changes: number;
  arrivals: number;
  /** Whether the store stopped it and nobody has taken notice. */
  isStoppedUnseen: boolean;
  /** By message. */
  readonly deliveries: Map<string, KeptDelivery>;
}

export interface KeptDelivery {
  readonly message: NewMessage;
  result: DeliveryResult;
  attempts: number;
  step: number;
  isResent: boolean;
  /** Null once it has ended. */
  dueAt: number | null;
  waitsSince: number;
  /** Null while it waits. */
  endedAt: number | null;
  /** Newest first. */
  readonly log: Attempt[];
}

export function applyChange(kept: KeptWebhook, { stopped, ...change }: WebhookChange, now: number): void {
  kept.webhook = { ...kept.webhook, ...change };
  kept.changes++;
  kept.arrivals++;
  if (stopped === null) {
    const { lastDeliveredAt } = kept.webhook.standing;
    kept.webhook = { ...kept.webhook, stopped, standing: { ...FIRST_STANDING, lastDeliveredAt } };
    kept.isStoppedUnseen = false;
  } else if (stopped !== undefined) stop(kept, stopped, now);
}

export function stop(kept: KeptWebhook, stopped: StopReason, now: number): void {
  kept.webhook = { ...kept.webhook, stopped };
  kept.isStoppedUnseen = false;
  if (stopped !== "gone") return;
  for (const delivery of waitingOf(kept)) settleDelivery(delivery, null, { result: "failed", endedAt: now });
}

export function addDelivery(kept: KeptWebhook, message: NewMessage, now: number): void {
  const { stopped, events } = kept.webhook;
  if (stopped !== null || !events.includes(message.event) || kept.deliveries.has(message.id)) return;
  if (waitingOf(kept).length >= LIMITS.deliveriesWaiting) {
    stop(kept, "backlog", now);
    kept.isStoppedUnseen = true;
    return;
  }
  const times = { dueAt: now, waitsSince: now, endedAt: null };
  const counts = { attempts: 0, step: 0, isResent: false };
  kept.deliveries.set(message.id, { message, result: "waiting", ...counts, ...times, log: [] });
  kept.arrivals++;
}

export function settleDelivery(
  delivery: KeptDelivery,
  attempt: Attempt | null,
  next: { readonly result: DeliveryResult; readonly dueAt?: number; readonly endedAt?: number },
): void {
  if (attempt !== null) {
    delivery.log.unshift(attempt);
    delivery.log.splice(LIMITS.attemptsLogged);
    delivery.attempts++;
    delivery.step++;
  }
  delivery.result = next.result;
  delivery.dueAt = next.dueAt ?? null;
  delivery.endedAt = next.endedAt ?? null;
}

export function waitingOf({ deliveries }: KeptWebhook): KeptDelivery[] {
  return [...deliveries.values()].filter(({ result }) => result === "waiting");
}

/** Returns when the first of its deliveries is due. */
export function firstDue(kept: KeptWebhook): number | null {
  return waitingOf(kept).reduce<number | null>((first, { dueAt: at }) => Math.min(first ?? Infinity, at!), null);
}

/** Returns when it can be attempted. */
export function dueAt(kept: KeptWebhook): number | null {
  const first = firstDue(kept);
  return first === null ? null : Math.max(first, kept.webhook.standing.notBefore);
}
