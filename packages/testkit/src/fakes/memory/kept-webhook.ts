import { LIMITS, type Attempt, type DeliveryResult, type StopReason } from "@knote/contract";
import { attemptsOf, FIRST_STANDING, type NewMessage, type StoredWebhook, type WebhookChange } from "@knote/api";

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

export function applyChange(
  keptWebhook: KeptWebhook,
  { stopped: stopReason, ...change }: WebhookChange,
  now: number,
): void {
  keptWebhook.webhook = { ...keptWebhook.webhook, ...change };
  keptWebhook.changes++;
  keptWebhook.arrivals++;
  if (stopReason === null) {
    const { lastDeliveredAt } = keptWebhook.webhook.standing;
    keptWebhook.webhook = {
      ...keptWebhook.webhook,
      stopped: stopReason,
      standing: { ...FIRST_STANDING, lastDeliveredAt },
    };
    keptWebhook.isStoppedUnseen = false;
  } else if (stopReason !== undefined) stop(keptWebhook, stopReason, now);
}

export function stop(keptWebhook: KeptWebhook, stopReason: StopReason, now: number): void {
  keptWebhook.webhook = { ...keptWebhook.webhook, stopped: stopReason };
  keptWebhook.isStoppedUnseen = false;
  if (stopReason !== "gone") return;
  for (const delivery of waitingOf(keptWebhook)) settleDelivery(delivery, null, { result: "failed", endedAt: now });
}

export function addDelivery(keptWebhook: KeptWebhook, message: NewMessage, now: number): void {
  const { stopped: stopReason, events } = keptWebhook.webhook;
  if (stopReason !== null || !events.includes(message.event) || keptWebhook.deliveries.has(message.id)) return;
  if (waitingOf(keptWebhook).length >= LIMITS.deliveriesWaiting) {
    stop(keptWebhook, "backlog", now);
    keptWebhook.isStoppedUnseen = true;
    return;
  }
  const times = { dueAt: now, waitsSince: now, endedAt: null };
  const counts = { attempts: 0, step: 0, isResent: false };
  keptWebhook.deliveries.set(message.id, { message, result: "waiting", ...counts, ...times, log: [] });
  keptWebhook.arrivals++;
}

export function settleDelivery(
  delivery: KeptDelivery,
  attempt: Attempt | null,
  next: { readonly result: DeliveryResult; readonly dueAt?: number; readonly endedAt?: number },
): void {
  if (attempt !== null) {
    delivery.log.unshift(attempt);
    delivery.log.splice(LIMITS.attemptsLogged);
    delivery.attempts += attemptsOf(attempt);
    delivery.step += attemptsOf(attempt);
  }
  delivery.result = next.result;
  delivery.dueAt = next.dueAt ?? null;
  delivery.endedAt = next.endedAt ?? null;
}

export function waitingOf({ deliveries }: KeptWebhook): KeptDelivery[] {
  return [...deliveries.values()].filter(({ result }) => result === "waiting");
}

/** Returns when the first of its deliveries is due. */
export function firstDue(keptWebhook: KeptWebhook): number | null {
  return waitingOf(keptWebhook).reduce<number | null>((first, { dueAt: at }) => Math.min(first ?? Infinity, at!), null);
}

/** Returns when it can be attempted. */
export function dueAt(keptWebhook: KeptWebhook): number | null {
  const first = firstDue(keptWebhook);
  return first === null ? null : Math.max(first, keptWebhook.webhook.standing.notBefore);
}
