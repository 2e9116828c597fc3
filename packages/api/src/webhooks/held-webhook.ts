import type { StopReason } from "@knote/contract";
import type { DeliveryOutcome, DueDelivery, LeasedWebhook } from "../ports/webhook-store.ts";
import { expiryOf, failureOf, messageFor, outcomeOf } from "./attempts.ts";
import { createDeliveryQueue } from "./delivery-queue.ts";
import type { Lane, Lanes } from "./lanes.ts";
import { createReceiver } from "./receiver.ts";
import { hostOf, webhookFailing, webhookStopped } from "./receiver-notices.ts";
import { MOST_WAIT_MS, pauseUntil } from "./schedule.ts";
import type { SenderParts } from "./sender-parts.ts";
import { isFailing, shouldNotify, standingAfter, stopReason } from "./standing.ts";

/** How long a webhook is leased. */
export const LEASE_MS = 60_000;
/** An attempt begins only while its lease lasts so much longer than the attempt. */
const LEASE_LEFT_MS = 20_000;
const RETRY_MS = 1_000;

interface HeldParts extends SenderParts {
  readonly lanes: Lanes;
  /** Ends attempts under way. */
  readonly signal: AbortSignal;
  /** Gives the webhook a turn in the sender's loop. */
  readonly goOn: (webhook: HeldWebhook) => void;
  /** Called when the lease is over, given back or lost. */
  readonly drop: (webhook: HeldWebhook) => void;
}

/**
 * Whether an attempt was begun. `blocked`: something is due, and no place is free for its user or host; `idle`: nothing
 * can begin before the webhook has another turn.
 */
export type Beginning = "begun" | "blocked" | "idle";

/** A webhook that this process has leased, with what is due for it. */
export interface HeldWebhook {
  readonly id: string;
  readonly leasedWebhook: LeasedWebhook;
  /** Where its next attempt takes a place. */
  readonly lane: Lane;
  /** Begins an attempt if something is due and a place is free. */
  begin(): Beginning;
  /** Starts the next thing that storage has to do: keep results, read what is due, or give the lease back. Returns at once. */
  tend(isStopping: boolean): void;
  /** Begins nothing more until the webhook was read anew: its owner changed it. */
  refresh(): void;
  /** Reads what came meanwhile if another attempt may be under way. */
  lookAgain(): void;
  /** Takes the webhook as stored now; null when it is not this process's any more. */
  adopt(leasedWebhook: LeasedWebhook | null): void;
}

/** Creates what a process holds of a webhook while it leases it. */
export function createHeldWebhook(first: LeasedWebhook, parts: HeldParts): HeldWebhook {
  const { storage, clock, transport, secretBox, lanes, report, random, signal } = parts;
  const { webhooks } = storage;
  const {
    userId,
    webhook: { id },
  } = first;
  const receiver = createReceiver(secretBox, { userId, webhookId: id });
  let leasedWebhook = first;
  /** Ahead of the stored one by the attempts that are not stored yet. */
  let { standing } = first.webhook;
  let stops: StopReason | null = null;
  const queue = createDeliveryQueue();
  let underWay = 0;
  /** Whether the standing, or why it stops, is ahead of the stored one. */
  let hasUnstored = false;
  let mayHaveMore = true;
  let isBusy = false;
  /** Whether it was given a turn while it was busy. */
  let missedTurn = false;
  let isLost = false;
  let isResting = false;
  let isStale = false;
  /** How often the owner changed it while it was held. */
  let changesSeen = 0;

  const isStopped = () => stops !== null || leasedWebhook.webhook.stopped !== null;

  const goOn = () => parts.goOn(webhook);

  function begin(): Beginning {
    const now = clock.now();
    if (
      isLost ||
      isResting ||
      isStale ||
      isStopped() ||
      underWay >= standing.window ||
      standing.notBefore > now ||
      leasedWebhook.until - now < LEASE_LEFT_MS
    )
      return "idle";
    const delivery = queue.peek();
    if (delivery === null) return "idle";
    const host = receiver.hostAndPort(leasedWebhook.webhook);
    const lane = standing.isQuick ? "quick" : "slow";
    const leave = lanes.enter({ webhookId: id, userId, host, lane, window: standing.window });
    if (leave === null) return "blocked";
    queue.take();
    underWay++;
    void attempt(delivery)
      .catch((error: unknown) => {
        queue.putBack(delivery.message.id);
        mayHaveMore = true;
        if (!signal.aborted) fail(error);
      })
      .finally(() => {
        underWay--;
        leave();
        goOn();
      });
    return "begun";
  }

  async function attempt(delivery: DueDelivery): Promise<void> {
    const startedAt = clock.now();
    const { webhook } = leasedWebhook;
    if (delivery.waitsSince + MOST_WAIT_MS <= startedAt) return end(expiryOf(delivery, startedAt));
    const secrets = receiver.secrets(webhook, startedAt);
    if (secrets === null) {
      queue.putBack(delivery.message.id);
      return stop("secret");
    }
    const message = messageFor(webhook, delivery.message);
    const number = delivery.attempts + 1;
    const request = { webhookId: id, url: webhook.url, message, secrets, number, isTest: false, signal };
    const result = await transport.send(request);
    const endedAttempt = { startedAt, endedAt: clock.now(), result };
    const isFirst = delivery.attempts === 0 && !delivery.isResent;
    report.attempt({
      outcome: result.outcome,
      ms: result.ms,
      delayMs: isFirst ? Math.max(0, startedAt - Date.parse(delivery.message.timestamp)) : null,
      webhookId: id,
      host: hostOf(webhook.url),
    });
    const { status, ms } = result;
    const isDelivered = result.outcome === "delivered";
    const wait = isDelivered ? null : pauseUntil(failureOf(endedAttempt));
    const answer = { isDelivered, ms, endedAt: endedAttempt.endedAt, status, pauseUntil: wait };
    standing = standingAfter(standing, answer);
    end(outcomeOf(delivery, endedAttempt, random()));
    const reason = stopReason(standing, answer);
    if (reason !== null) stop(reason);
  }

  /** Reports an unexpected failure; for a while nothing more is done for this webhook. */
  function fail(error: unknown): void {
    report.failed(error);
    isResting = true;
    setTimeout(() => {
      isResting = false;
      goOn();
    }, RETRY_MS);
  }

  function end(outcome: DeliveryOutcome): void {
    queue.end(outcome);
    hasUnstored = true;
  }

  function stop(reason: StopReason): void {
    stops ??= reason;
    queue.clear();
    hasUnstored = true;
  }

  function adopt(storedWebhook: LeasedWebhook | null): void {
    if (storedWebhook === null) {
      isLost = true;
      queue.clear();
      return;
    }
    mayHaveMore ||= storedWebhook.arrivals !== leasedWebhook.arrivals;
    if (storedWebhook.changes !== leasedWebhook.changes) {
      ({ standing } = storedWebhook.webhook);
      stops = null;
    }
    leasedWebhook = storedWebhook;
    if (isStopped()) queue.clear();
  }

  /**
   * Uses storage for one purpose a turn, so that what is read is never what is being stored, and many webhooks whose
   * results are stored at once do not all read before others have their turn. Returns whether it did anything.
   */
  async function storeOrRead(isStopping: boolean): Promise<boolean> {
    if (isStale) await readAnew();
    else if (hasUnstored) await store();
    else if (isLost) return false;
    else {
      if (isStopping) queue.clear();
      const canBegin = !isStopping && !isStopped() && standing.notBefore <= clock.now();
      if (canBegin && mayHaveMore && queue.isLow) await read();
      else if (underWay === 0 && (!canBegin || (queue.isEmpty && !mayHaveMore))) await giveBack();
      else return false;
    }
    return true;
  }

  async function readAnew(): Promise<void> {
    const changesBefore = changesSeen;
    const [storedWebhook = null] = await webhooks.renew([leasedWebhook], clock.now() + LEASE_MS);
    adopt(storedWebhook);
    if (changesBefore === changesSeen) isStale = false;
  }

  async function store(): Promise<void> {
    const now = clock.now();
    if (shouldNotify(standing, now)) {
      const { url } = leasedWebhook.webhook;
      await storage.activity.append(userId, [webhookFailing({ id, url, failingSince: standing.failingSince }, now)]);
      standing = { ...standing, isNotified: true };
    }
    const batch = queue.batch();
    const reason = stops;
    hasUnstored = false;
    const storedWebhook = await webhooks
      .settle(leasedWebhook, batch, { ...standing, stops: reason })
      .catch((error: unknown) => {
        hasUnstored = true;
        throw error;
      });
    queue.forget(batch);
    hasUnstored ||= queue.hasOutcomes;
    adopt(storedWebhook);
    if (reason !== null && storedWebhook?.webhook.stopped === reason) await announce(reason);
  }

  async function announce(reason: StopReason): Promise<void> {
    const { url } = leasedWebhook.webhook;
    report.stopped({ userId, id, host: hostOf(url), reason });
    const event = webhookStopped({ id, url, failingSince: standing.failingSince }, reason, clock.now());
    await storage.activity.append(userId, [event]);
  }

  async function read(): Promise<void> {
    const limit = queue.readLimit;
    const due = await webhooks.due(leasedWebhook, clock.now(), { limit, untriedFirst: isFailing(standing) });
    mayHaveMore = due.length === limit;
    if (isStopped()) return;
    queue.add(due);
  }

  async function giveBack(): Promise<void> {
    const remainder = await webhooks.release(leasedWebhook);
    if (remainder === null) return parts.drop(webhook);
    mayHaveMore = true;
    adopt(remainder);
  }

  async function tend(isStopping: boolean): Promise<void> {
    isBusy = true;
    missedTurn = false;
    let isProgress = true;
    try {
      isProgress = await storeOrRead(isStopping);
    } catch (error) {
      // The lease ends by itself.
      if (signal.aborted) parts.drop(webhook);
      fail(error);
    }
    isBusy = false;
    const isOver = isLost && underWay === 0 && !hasUnstored;
    if (isOver) parts.drop(webhook);
    if (!isOver && (isProgress || missedTurn)) goOn();
  }

  const webhook: HeldWebhook = {
    id,
    begin,
    adopt,
    refresh() {
      isStale = true;
      changesSeen++;
      goOn();
    },
    lookAgain() {
      if (underWay === 0 || underWay >= standing.window || !queue.isEmpty) return;
      mayHaveMore = true;
      goOn();
    },
    get leasedWebhook() {
      return leasedWebhook;
    },
    get lane() {
      return standing.isQuick ? "quick" : "slow";
    },
    tend(isStopping) {
      if (isBusy) missedTurn = true;
      else if (!isResting) void tend(isStopping);
    },
  };
  return webhook;
}
