import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openEmbedders, type Services, type Storage } from "@knote/api";
import { createExtractModel, createSynthesisModel } from "@knote/models";
import { createHttpApp, type HttpApp } from "@knote/rest";
import { createSqliteStorage } from "@knote/storage-sqlite";
import { createHashEmbedder, startTestServer, testClock, type TestClock, testServices } from "@knote/testkit";
import type { TierKey } from "@knote/contract";
import { recordStorage } from "./record-storage.ts";
import type { WireCall } from "./procedure-calls.ts";

export const METRICS_TOKEN = "figures-of-this-world";
/** Longer than the world's time runs. */
const TOKEN_SECONDS = 400 * 86_400;
/** Unlimited, so that a busy machine refuses nothing: a refusal would make the worlds differ. */
const ROOM = { most: 100_000 };
const WORK_LIMITS = { read: ROOM, search: ROOM, recall: ROOM, write: ROOM, outward: ROOM, import: ROOM, upload: ROOM };

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A service with real engines, whose clock the test moves and whose texts are embedded at once. */
export interface World extends AsyncDisposable {
  readonly url: string;
  readonly http: HttpApp;
  readonly clock: TestClock;
  readonly storage: Storage;
  /** Returns and clears the calls of the storage for this user. */
  takeWork(userId: string): string[];
  send(call: WireCall, token?: string): Promise<WireAnswer>;
  tokenOf(userId: string): string;
  /** Resolves when every note has its vectors. */
  whenIndexed(): Promise<void>;
}

/** Creates a world. Its `users` are registered in this order, so that each has the same number in every world. */
export async function createWorld(start: string, users: ReadonlyMap<string, TierKey>): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "knote-isolation-"));
  const clock = testClock(start);
  const engines = await createSqliteStorage({ dataDir: join(folder, "data"), clock });
  // As if each world had kept its history since the same time.
  const { storage, take } = recordStorage({ ...engines, historySince: async () => start }, users.keys());
  const embedders = await openEmbedders({
    storage,
    clock,
    configuredEmbedder: createHashEmbedder(),
    embedderFor: () => null,
    report: () => undefined,
  });
  const services: Services = testServices({
    storage,
    clock,
    models: { default: createExtractModel(), capable: createSynthesisModel(), demo: createExtractModel() },
    // Never reached: how busy the machine is must not show in an answer.
    suggestionDeadlineMs: 600_000,
  });
  let http: HttpApp | undefined;
  const server = await startTestServer({ ...services, embedder: embedders.current() }, (parts) => {
    return (http = createHttpApp({
      ...parts,
      metricsToken: METRICS_TOKEN,
      pingSeconds: 3_600,
      demoAsksPerMinute: 1_000_000,
      // Real minutes must not show in an answer either.
      rateLimits: { take: async () => null },
      workLimits: WORK_LIMITS,
    }));
  });
  const tokens = new Map<string, string>();
  for (const [userId, tier] of users) {
    await storage.users.setTier(userId, tier);
    tokens.set(userId, await server.token(userId, { lifetimeSeconds: TOKEN_SECONDS }));
  }
  const agent = new Agent({ keepAlive: true });
  return {
    url: server.url,
    http: http!,
    clock,
    storage,
    takeWork: take,
    send: (call, token) => sendTo(server.url, agent, call, token),
    tokenOf: (userId) => tokens.get(userId)!,
    whenIndexed: () => embedders.drain(),
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await embedders.close();
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function sendTo(url: string, agent: Agent, call: WireCall, token?: string): Promise<WireAnswer> {
  const { method, path, body } = call;
  const headers = { ...call.headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
  return await new Promise((resolve, reject) => {
    const outgoing = request(url + path, { method, agent, headers }, (response) => {
      text(response).then(
        (whole) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: whole }),
        reject,
      );
    });
    outgoing.on("error", reject).end(body);
  });
}
