import { beginTurn, nextRound } from "../kit/in-turns.ts";
import type { LeasedWebhook } from "../ports/webhook-store.ts";
import { createHeldWebhook, type HeldWebhook, LEASE_MS } from "./held-webhook.ts";
import { createLanes, type Lane, LANES } from "./lanes.ts";
import type { SenderParts } from "./sender-parts.ts";
import { hostOf, webhookStopped } from "./receiver-notices.ts";

/** A lease is renewed when less of it is left; all are looked at so often. */
const RENEW_FROM_MS = 40_000;
const RENEW_EVERY_MS = 1_000;
/** How often the sender looks for what other processes wrote. */
const POLL_MS = 5_000;
/** How soon it looks again while the storage is behind, and after a failure. */
const BEHIND_MS = 100;
const RETRY_MS = 1_000;
const LEASED_AT_ONCE = 64;
/** More webhooks are not leased: others may have a process with free places. */
const MOST_HELD = 4_096;
/** How long the sender has webhooks store and read before others have their turn. */
const SLICE_MS = 4;
/**
 * Attempts of a lane that begin before others have their turn: each writes to its socket only when the code that began
 * it is over.
 */
const BEGUN_A_TURN = 8;
/** With more writes waiting in storage, users' writes come first. */
const MOST_WRITES_WAITING = 200;
/** How often webhooks with attempts under way look for what came meanwhile. */
const LOOK_AGAIN_MS = 25;
/** The shortest pause between two turns that nothing has woken. */
const LEAST_WAIT_MS = 50;

export interface Sender {
  /** Looks for something to send at once; it does so by itself when this process writes, and every five seconds. */
  wake(): void;
  /** Begins nothing for webhooks of the user before it has read what their owner changed. */
  refresh(userId: string): void;
  /** Attempts under way, and most at a time. */
  readonly lanes: { underWay(): Readonly<Record<Lane, number>>; readonly limits: Readonly<Record<Lane, number>> };
  /**
   * Begins nothing any more, waits so long for attempts under way, ends the others, which count not, stores what came of
   * all and gives the leases back.
   */
  stop(graceMs: number): Promise<void>;
}

/**
 * Sends what waits for webhooks. A process leases webhooks, not deliveries: so the window, the order and the bounds of a
 * webhook hold without any word between processes.
 */
export function startSender(parts: SenderParts): Sender {
  const { storage, clock, report } = parts;
  const { webhooks } = storage;
  const lanes = createLanes(parts.atOnce);
  const heldWebhooks = new Map<string, HeldWebhook>();
  /** Webhooks that have a turn: something happened to them. Those to which nothing does cost nothing. */
  const awakeWebhooks = new Set<HeldWebhook>();
  /** Webhooks that may have something to send, by lane, in the order in which they have waited for a place. */
  const readyWebhooks = { quick: new Set<HeldWebhook>(), slow: new Set<HeldWebhook>() };
  const ending = new AbortController();
  let isStopping = false;
  let wasWoken = false;
  let renewedAt = -Infinity;
  /** When there may be something to lease. */
  let leaseAt = 0;
  /** Whether more was due than places allowed to lease. */
  let isMoreDue = false;
  /** Held webhooks that wait for a place of their user or host, though the quick lane has some. */
  let blockedCount = 0;
  let lookTimer: ReturnType<typeof setTimeout> | undefined;
  let resume: () => void = () => undefined;

  const goOn = () => {
    wasWoken = true;
    resume();
  };
  const awaken = (webhook: HeldWebhook) => {
    // A webhook whose lease was lost may be held again by now.
    if (heldWebhooks.get(webhook.id) !== webhook) return;
    awakeWebhooks.add(webhook);
    goOn();
  };
  const wake = () => {
    leaseAt = 0;
    lookTimer ??= setTimeout(lookAgain, LOOK_AGAIN_MS);
    goOn();
  };
  function lookAgain(): void {
    lookTimer = undefined;
    for (const webhook of heldWebhooks.values()) webhook.lookAgain();
  }
  function drop(webhook: HeldWebhook): void {
    if (heldWebhooks.get(webhook.id) === webhook) heldWebhooks.delete(webhook.id);
    for (const webhooksOf of [awakeWebhooks, readyWebhooks.quick, readyWebhooks.slow]) webhooksOf.delete(webhook);
    // Its next attempt may be due before the sender would look again.
    if (webhook.leasedWebhook.webhook.waiting > 0) leaseAt = 0;
    // The loop leases others in its place, and ends with the last one.
    goOn();
  }
  function hold(leasedWebhook: LeasedWebhook): void {
    const webhook = createHeldWebhook(leasedWebhook, { ...parts, lanes, signal: ending.signal, goOn: awaken, drop });
    const earlier = heldWebhooks.get(webhook.id);
    if (earlier) drop(earlier);
    heldWebhooks.set(webhook.id, webhook);
    awaken(webhook);
  }

  async function run(): Promise<void> {
    while (!isStopping || heldWebhooks.size > 0) {
      wasWoken = false;
      const waitMs = await turn().catch((error: unknown) => {
        report.failed(error);
        giveAllATurn();
        return RETRY_MS;
      });
      if (!wasWoken) await rest(waitMs);
      // What ends in one round of the event loop shares a turn.
      if (wasWoken) await nextRound();
      else giveAllATurn();
    }
  }

  function giveAllATurn(): void {
    for (const webhook of heldWebhooks.values()) awakeWebhooks.add(webhook);
  }

  /** Does what can be done now; returns how long to wait for more, in milliseconds. */
  async function turn(): Promise<number> {
    const now = clock.now();
    await renew(now);
    const isBehind = storage.waiting().writes > MOST_WRITES_WAITING;
    const mayBegin = !isStopping && !isBehind;
    if (mayBegin && (now >= leaseAt || (isMoreDue && hasRoom()))) await leaseMore(now);
    const turnWebhooks = [...awakeWebhooks];
    awakeWebhooks.clear();
    for (const webhook of turnWebhooks) makeReady(webhook);
    if (mayBegin) begin();
    if (mayBegin && isMoreDue && hasRoom()) goOn();
    await tend(turnWebhooks);
    if (isBehind) return BEHIND_MS;
    return Math.min(Math.max(leaseAt - clock.now(), LEAST_WAIT_MS), POLL_MS);
  }

  async function renew(now: number): Promise<void> {
    // A clock that was set back must not put it off.
    if (now >= renewedAt && now < renewedAt + RENEW_EVERY_MS) return;
    renewedAt = now;
    const old = [...heldWebhooks.values()].filter(({ leasedWebhook }) => leasedWebhook.until - now < RENEW_FROM_MS);
    if (old.length === 0) return;
    const leases = old.map(({ leasedWebhook }) => leasedWebhook);
    const renewedWebhooks = await webhooks.renew(leases, now + LEASE_MS);
    const byId = new Map(renewedWebhooks.map((leasedWebhook) => [leasedWebhook.webhook.id, leasedWebhook]));
    for (const webhook of old) {
      webhook.adopt(byId.get(webhook.id) ?? null);
      awaken(webhook);
    }
  }

  /** Returns whether more webhooks can be leased: places are free, and not enough are held to fill them. */
  function hasRoom(): boolean {
    if (heldWebhooks.size >= MOST_HELD || !LANES.some((lane) => lanes.hasPlace(lane))) return false;
    let quick = 0;
    for (const { lane } of heldWebhooks.values()) if (lane === "quick") quick++;
    return quick - blockedCount < 2 * parts.atOnce;
  }

  /** Leases what is due while there is room, and finds out when to look again. */
  async function leaseMore(now: number): Promise<void> {
    // A wake-up while this looks makes it look again.
    leaseAt = now + POLL_MS;
    isMoreDue = true;
    await announceStopped(now);
    while (isMoreDue && hasRoom()) {
      const leasedWebhooks = await webhooks.lease(LEASED_AT_ONCE, now, now + LEASE_MS);
      for (const leasedWebhook of leasedWebhooks) hold(leasedWebhook);
      isMoreDue = leasedWebhooks.length === LEASED_AT_ONCE;
    }
    if (isMoreDue) return;
    const nextDue = await webhooks.nextDue();
    leaseAt = Math.min(leaseAt, nextDue ?? Infinity);
  }

  function makeReady(webhook: HeldWebhook): void {
    for (const lane of LANES) if (lane !== webhook.lane) readyWebhooks[lane].delete(webhook);
    readyWebhooks[webhook.lane].add(webhook);
  }

  /** Begins some attempts in each lane. */
  function begin(): void {
    blockedCount = beginIn("quick");
    beginIn("slow");
  }

  /** Begins some attempts, the webhooks of the lane in turns. Returns how many had none because of their own bounds. */
  function beginIn(lane: Lane): number {
    const ready = readyWebhooks[lane];
    let begunCount = 0;
    // Those that begin go behind the others, where this loop comes to them again.
    for (const webhook of ready) {
      if (!lanes.hasPlace(lane)) return 0;
      if (begunCount === BEGUN_A_TURN) {
        goOn();
        return 0;
      }
      const beginning = webhook.begin();
      if (beginning === "blocked") continue;
      ready.delete(webhook);
      if (beginning !== "begun") continue;
      ready.add(webhook);
      begunCount++;
    }
    return ready.size;
  }

  /** Lets webhooks store and read. */
  async function tend(turnWebhooks: readonly HeldWebhook[]): Promise<void> {
    const slice = beginTurn(SLICE_MS);
    for (const webhook of turnWebhooks) {
      if (heldWebhooks.get(webhook.id) === webhook) webhook.tend(isStopping);
      if (slice.isOver()) await slice.next();
    }
  }

  /** Notifies owners of webhooks that the store stopped. */
  async function announceStopped(now: number): Promise<void> {
    for (const { userId, webhook } of await webhooks.takeStopped(LEASED_AT_ONCE)) {
      const { id, url, stopped, standing } = webhook;
      if (stopped === null) continue;
      report.stopped({ userId, id, host: hostOf(url), reason: stopped });
      const event = webhookStopped({ id, url, failingSince: standing.failingSince }, stopped, now);
      await storage.activity.append(userId, [event]);
    }
  }

  function rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(end, milliseconds);
      resume = end;
      function end(): void {
        clearTimeout(timer);
        resolve();
      }
    });
  }

  const unsubscribe = webhooks.subscribe(wake);
  const running = run();
  return {
    wake,
    lanes,
    refresh(userId) {
      for (const webhook of heldWebhooks.values()) if (webhook.leasedWebhook.userId === userId) webhook.refresh();
    },
    async stop(graceMs) {
      unsubscribe();
      clearTimeout(lookTimer);
      isStopping = true;
      giveAllATurn();
      const timer = setTimeout(() => ending.abort(new Error("The service stops.")), graceMs);
      goOn();
      await running.finally(() => clearTimeout(timer));
    },
  };
}
