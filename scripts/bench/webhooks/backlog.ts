import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Certificate } from "../../../packages/outbound/src/testing/open-receiver.ts";
import { knoteWith, startServer } from "../server-process.ts";
import { fill, SETTINGS } from "./fill.ts";
import { openReceivers } from "./receivers.ts";

interface Backlog {
  readonly webhooks: number;
  /** Deliveries that wait, of all webhooks. */
  readonly waiting: number;
  /** So many of the webhooks lead to a receiver that is silent. */
  readonly dead?: number;
  readonly certificate?: Certificate | null;
}

export interface BacklogFigures {
  readonly perSecond: number;
  /** Milliseconds of CPU for each delivery. */
  readonly cpuMs: number;
  /** Delay of the event loop while they went out; null where it is unknown. */
  readonly lagMs: number | null;
}

/** Measures how fast what waits at the start goes out, each webhook of another user. */
export async function benchBacklog(task: Backlog): Promise<BacklogFigures> {
  const { webhooks, waiting, dead = 0, certificate = null } = task;
  const folder = mkdtempSync(join(tmpdir(), "knote-webhooks-"));
  await using receivers = await openReceivers(certificate);
  try {
    const perWebhook = Math.ceil(waiting / webhooks);
    const urlOf = (index: number) => (index < dead ? receivers.silentUrl : receivers.urlOf(index));
    const data = join(folder, "data");
    await fill(data, { users: webhooks, waiting: perWebhook, urlOf });
    const authority = join(folder, "authority.pem");
    if (certificate !== null) writeFileSync(authority, certificate.cert);
    const trust: Record<string, string> = certificate === null ? {} : { NODE_EXTRA_CA_CERTS: authority };
    const expectedCount = (webhooks - dead) * perWebhook;
    await using server = await startServer({ ...knoteWith({ ...SETTINGS, ...trust }), data });
    const cpuBefore = server.cpuSeconds();
    await server.lag();
    // What went out before the first look at the CPU counts in neither.
    const countBefore = receivers.count();
    await receivers.until(expectedCount);
    const { first, last } = receivers.times();
    const cpuMs = ((server.cpuSeconds() - cpuBefore) * 1_000) / Math.max(1, expectedCount - countBefore);
    const lag = await server.lag();
    return { perSecond: expectedCount / ((last - first) / 1_000), cpuMs, lagMs: lag?.p99Ms ?? null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
