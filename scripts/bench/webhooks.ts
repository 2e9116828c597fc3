/**
 * Measures sending webhooks: the real server on the embedded engine, on a core of its own; receivers are bare servers
 * of this process, over http, that answer 204 at once.
 *   npm run bench -- --only webhooks
 */
import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createSocketServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createSecretBox } from "../../packages/outbound/src/index.ts";
import { createSqliteStorage } from "../../packages/storage-sqlite/src/index.ts";
import { freshId } from "../../packages/testkit/src/builders/fresh-id.ts";
import { quantile } from "./load.ts";
import { knoteWith, startServer } from "./server-process.ts";
import { benchUsers, tokensOf } from "./tokens.ts";

const SECRETS_KEY = "the key of a benchmark that everybody knows";
const SETTINGS = { SECRETS_KEY, WEBHOOK_ALLOW: "localhost", LOG_LEVEL: "error", DEFAULT_TIER: "agent" };
const WAITING = 10_000;
const COUNTS = [1, 10, 100, 1_000];
/** A host and port have 16 places. */
const PORTS = 8;
const CREATES = 200;

/** Measures and returns tables in Markdown. */
export async function benchWebhooks(): Promise<string> {
  const rows: string[] = [];
  for (const webhooks of COUNTS) {
    const { perSecond, lagMs, cpuMs } = await benchBacklog(webhooks, 0);
    rows.push(`| ${webhooks.toLocaleString("en")} | ${Math.round(perSecond)} | ${cpuMs.toFixed(2)} | ${lagMs} |`);
  }
  const [alone, withDead] = [await benchBacklog(100, 0), await benchBacklog(100, 1)];
  const { p50, p99 } = await benchLatency();
  return [
    `| webhooks of as many users | deliveries a second, ${WAITING.toLocaleString("en")} waiting | ms of CPU each | event loop p99, ms |`,
    "|--:|--:|--:|--:|",
    ...rows,
    "",
    `With 1 of 100 silent the others get ${(withDead.perSecond / alone.perSecond).toFixed(2)} of the deliveries a second without it.`,
    "",
    `From the answer to a create to the beginning of the request at the receiver, idle: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms.`,
    "",
  ].join("\n");
}

/** Measures how fast what waits at the start goes out; `dead` of the webhooks lead to a receiver that is silent. */
async function benchBacklog(webhooks: number, dead: number) {
  const folder = mkdtempSync(join(tmpdir(), "knote-webhooks-"));
  await using receivers = await openReceivers();
  const silent = createSocketServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  try {
    const deadPort = (silent.address() as AddressInfo).port;
    const portOf = (index: number) => (index < dead ? deadPort : receivers.ports[index % PORTS]!);
    const perWebhook = Math.ceil(WAITING / webhooks);
    await fill(folder, webhooks, perWebhook, portOf);
    const expectedCount = (webhooks - dead) * perWebhook;
    await using server = await startServer({ ...knoteWith(SETTINGS), data: folder });
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
      cpuMs,
      lagMs: lag === null ? "–" : String(Math.round(lag.p99Ms)),
    };
  } finally {
    silent.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchLatency() {
  await using receivers = await openReceivers();
  await using server = await startServer(knoteWith(SETTINGS));
  const [token = ""] = await tokensOf(benchUsers(1));
  const post = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const answer = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    await answer.arrayBuffer();
    if (answer.status !== 201) throw new Error(`${path} was answered with ${answer.status}.`);
  };
  await post("/api/webhooks", { url: `http://localhost:${receivers.ports[0]}/`, events: ["note.created"] });
  const delays: number[] = [];
  for (let index = 1; index <= CREATES; index++) {
    await post("/api/workspace/notes", { title: `Claim ${index} of the benchmark`, content: "-", note_type: "fact" });
    const answeredAt = performance.now();
    await receivers.until(index);
    delays.push(Math.max(0, receivers.times().last - answeredAt));
    await pause(20);
  }
  const sortedDelays = delays.slice(CREATES / 10).toSorted((one, other) => one - other);
  return { p50: quantile(sortedDelays, 0.5), p99: quantile(sortedDelays, 0.99) };
}

async function openReceivers() {
  let [count, first, last] = [0, 0, 0];
  let target = { count: Infinity, resolve: () => undefined as void };
  const servers = Array.from({ length: PORTS }, () =>
    createServer((request, response) => {
      last = performance.now();
      if (count++ === 0) first = last;
      request.resume();
      response.writeHead(204).end();
      if (count >= target.count) target.resolve();
    }).listen(0, "127.0.0.1"),
  );
  await Promise.all(servers.map((server) => once(server, "listening")));
  return {
    ports: servers.map((server) => (server.address() as AddressInfo).port),
    count: () => count,
    times: () => ({ first, last }),
    until: (most: number) =>
      new Promise<void>((resolve) => {
        target = { count: most, resolve };
        if (count >= most) resolve();
      }),
    async [Symbol.asyncDispose]() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

/** Stores webhooks of as many users, and what waits for each. */
async function fill(dataDir: string, webhooks: number, perWebhook: number, portOf: (index: number) => number) {
  const storage = await createSqliteStorage({ dataDir });
  const box = createSecretBox([SECRETS_KEY]);
  const now = Date.now();
  for (const [index, userId] of benchUsers(webhooks).entries()) {
    const id = freshId();
    await storage.users.ensure(userId, "agent");
    await storage.webhooks.insert(
      userId,
      {
        id,
        url: `http://localhost:${portOf(index)}/`,
        events: ["note.created"],
        payload: "documented",
        name: "",
        secret: box.seal("a-secret-of-the-benchmark", { userId, webhookId: id }),
        madeWith: "sign-in",
        createdAt: now,
      },
      50,
    );
    const messages = Array.from({ length: perWebhook }, () => {
      const noteId = freshId();
      return {
        id: `msg_${freshId().replaceAll("-", "")}`,
        event: "note.created" as const,
        timestamp: new Date(now).toISOString(),
        noteIds: [noteId],
        data: JSON.stringify({ id: noteId, title: "Spaced repetition beats cramming", note_type: "fact" }),
        detail: "{}",
      };
    });
    await storage.webhooks.add(userId, messages);
  }
  await storage.close();
}
