import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Certificate } from "../../../packages/outbound/src/testing/open-receiver.ts";
import { quantile } from "../load.ts";
import { knoteWith, startServer } from "../server-process.ts";
import { openDead, type DeadKind } from "./dead.ts";
import { fill, SETTINGS } from "./fill.ts";
import { openReceivers } from "./receivers.ts";

interface Backlog {
  readonly webhooks: number;
  /** Deliveries that wait, of all webhooks. */
  readonly waiting: number;
  /** So many of the webhooks lead to a receiver that is dead in this way. */
  readonly dead?: number;
  readonly kind?: DeadKind;
  readonly certificate?: Certificate | null;
}

export interface BacklogFigures {
  readonly perSecond: number;
  /** From when all were due until 99 % had reached their receivers, in milliseconds. */
  readonly p99Ms: number;
  /** Milliseconds of CPU for each delivery. */
  readonly cpuMs: number;
  /** Delay of the event loop while they went out; null where it is unknown. */
  readonly lagMs: number | null;
}

/** By then the messages are stored, and the server has started and loaded its embedder. */
const START_MS = 15_000;
/** How long before they are due the measurement begins. */
const LEAD_MS = 100;

/** Measures how fast what becomes due at one moment goes out, each webhook of another user. */
export async function benchBacklog(task: Backlog): Promise<BacklogFigures> {
  const { webhooks, waiting, dead = 0, kind = "silent", certificate = null } = task;
  const folder = mkdtempSync(join(tmpdir(), "knote-webhooks-"));
  await using receivers = await openReceivers(certificate);
  await using deadReceivers = await openDead(kind, dead);
  try {
    const perWebhook = Math.ceil(waiting / webhooks);
    const urlOf = (index: number) => deadReceivers.urls[index] ?? receivers.urlOf(index);
    const data = join(folder, "data");
    const dueAt = Date.now() + START_MS;
    await fill(data, { users: webhooks, waiting: perWebhook, urlOf, dueAt });
    const authority = join(folder, "authority.pem");
    if (certificate !== null) writeFileSync(authority, certificate.cert);
    const trust: Record<string, string> = certificate === null ? {} : { NODE_EXTRA_CA_CERTS: authority };
    const expectedCount = (webhooks - dead) * perWebhook;
    await using server = await startServer({ ...knoteWith({ ...SETTINGS, ...trust }, deadReceivers.flags), data });
    await pause(Math.max(0, dueAt - LEAD_MS - Date.now()));
    const cpuBefore = server.cpuSeconds();
    await server.lag();
    // What went out before the first look at the CPU counts in neither.
    const countBefore = receivers.count();
    await receivers.until(expectedCount);
    const { first, last } = receivers.times();
    const cpuMs = ((server.cpuSeconds() - cpuBefore) * 1_000) / Math.max(1, expectedCount - countBefore);
    const lag = await server.lag();
    return {
      perSecond: expectedCount / ((last - first) / 1_000),
      p99Ms: quantile(receivers.arrivals(), 0.99) - first,
      cpuMs,
      lagMs: lag?.p99Ms ?? null,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
