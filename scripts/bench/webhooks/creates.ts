import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, quantile, type Client } from "../load.ts";
import { type BenchServer, knoteWith, startServer } from "../server-process.ts";
import { benchUsers, tokensOf } from "../tokens.ts";
import { openDead } from "./dead.ts";
import { fill, SETTINGS } from "./fill.ts";
import { openReceivers, type Receivers } from "./receivers.ts";

/** Creates in a burst; few, as each is embedded. */
const BURST = 600;
const BURST_AT_ONCE = 16;

interface Scene extends AsyncDisposable {
  readonly server: BenchServer;
  readonly client: Client;
  readonly receivers: Receivers;
}

/** Starts a server with two users; the second one has so many webhooks, or with `isWriter` the first one. */
async function openScene(webhooks: number, isWriter: boolean, settings: object = {}): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), "knote-webhooks-"));
  const parts = new AsyncDisposableStack();
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const receivers = parts.use(await openReceivers());
  const data = join(folder, "data");
  if (webhooks > 0) await fill(data, { users: 1, webhooks, waiting: 0, urlOf: receivers.urlOf });
  const server = parts.use(await startServer({ ...knoteWith({ ...SETTINGS, ...settings }), data }));
  const tokens = await tokensOf(benchUsers(2));
  const client = parts.use(createClient(server.url, isWriter ? tokens : tokens.toReversed()));
  return { server, client, receivers, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

function aCreate(word: string) {
  const body = { title: `Claim {${word}} of the benchmark`, content: "-", note_type: "fact" };
  return { method: "POST", path: "/api/workspace/notes", body } as const;
}

/** Returns the milliseconds of CPU that a create takes, with its embedding, but without sending anything. */
export async function benchBurst(webhooks: number, isWriter: boolean): Promise<number> {
  await using scene = await openScene(webhooks, isWriter, { WEBHOOK_AT_ONCE: "0" });
  const { server, client } = scene;
  const run = async (count: number, name: string) => {
    await client.load((index) => (index < count ? aCreate(`${name}${index}`) : null), {
      concurrency: BURST_AT_ONCE,
      seconds: Infinity,
    });
    for (;;) if (JSON.parse(await client.send({ method: "GET", path: "/health" })).pending === 0) return;
  };
  await run(BURST / 4, "warm");
  const before = server.cpuSeconds();
  await run(BURST, "burst");
  return ((server.cpuSeconds() - before) * 1_000) / BURST;
}

export interface LatencyFigures {
  /** From the answer to a create to the beginning of the request at the receiver, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly lagMs: number | null;
}

/** Measures how soon a receiver is called, with so many creates a second. */
export async function benchLatency(perSecond: number, creates: number): Promise<LatencyFigures> {
  await using scene = await openScene(1, true);
  const { server, client, receivers } = scene;
  const answeredAt = new Map<string, number>();
  const create = async (word: string) => {
    await client.send(aCreate(word));
    answeredAt.set(word, performance.now());
  };
  for (let index = 0; index < 20; index++) await create(`warm${index}`);
  await receivers.until(20);
  answeredAt.clear();
  await server.lag();
  await inPace(perSecond, creates, (index) => create(`c${index}`));
  await receivers.until(20 + creates);
  const lag = await server.lag();
  const delays = [...answeredAt].map(([word, at]) => Math.max(0, receivers.beginTimes.get(word)! - at));
  const sortedDelays = delays.toSorted((one, other) => one - other);
  return { p50Ms: quantile(sortedDelays, 0.5), p99Ms: quantile(sortedDelays, 0.99), lagMs: lag?.p99Ms ?? null };
}

export interface WriteFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Users with a webhook each, and what waits for it at the start. */
const USERS = 100;
const WAITING = 20;

/** Measures the answers to 50 creates a second of users whose receivers are well, while those of `dead` others are silent. */
export async function benchWrites(dead: number, creates = 1_000): Promise<WriteFigures> {
  const folder = mkdtempSync(join(tmpdir(), "knote-webhooks-"));
  await using receivers = await openReceivers();
  await using silent = await openDead("silent", dead);
  try {
    const data = join(folder, "data");
    const urlOf = (index: number) => silent.urls[index] ?? receivers.urlOf(index);
    await fill(data, { users: USERS, waiting: WAITING, urlOf });
    await using server = await startServer({ ...knoteWith(SETTINGS), data });
    using client = createClient(server.url, await tokensOf(benchUsers(USERS)));
    await receivers.until((USERS - dead) * WAITING);
    const latencies: number[] = [];
    await inPace(50, creates, async (index) => {
      const startTime = performance.now();
      await client.send({ ...aCreate(`c${index}`), user: USERS - 1 - (index % (USERS / 2)) });
      latencies.push(performance.now() - startTime);
    });
    const sortedLatencies = latencies.toSorted((one, other) => one - other);
    return { p50Ms: quantile(sortedLatencies, 0.5), p99Ms: quantile(sortedLatencies, 0.99) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Begins so many pieces of work a second, whether or not earlier ones have ended, and waits for all. */
async function inPace(perSecond: number, count: number, work: (index: number) => Promise<void>): Promise<void> {
  const [startTime, underWay] = [performance.now(), new Set<Promise<void>>()];
  for (let index = 0; index < count; index++) {
    const waitMs = startTime + (index * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const one = work(index).finally(() => underWay.delete(one));
    underWay.add(one);
  }
  await Promise.all(underWay);
}
