import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestCluster } from "@knote/storage-mongo/testing";
import { createSqliteStorage } from "@knote/storage-sqlite";
import {
  type ClusterUrls,
  disposable,
  type DisposableStorage,
  HASH_MODEL,
  type TestClock,
  testClock,
  testServices,
  type TestServices,
  withCluster,
} from "@knote/testkit";
import { afterAll, beforeAll, describe, vi } from "vitest";

type Open = (clock: TestClock) => Promise<DisposableStorage>;

/** Creates fakes over the engine's storage, which all tests of the file share: each uses its own users. */
export type ServicesOfEngine = () => TestServices<{ storage: DisposableStorage; clock: TestClock }>;

/** Runs the suites on the embedded engine and, if their servers are configured, on the cluster engines. */
export function onEveryEngine(suites: (servicesOf: ServicesOfEngine) => void): void {
  describe("on the embedded engine", () => suites(sharedServices(openEmbedded)));
  withCluster((urls) =>
    describe("on the cluster engines", () => {
      // Machines can be busy, and the stand-ins are slower than real servers.
      vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
      suites(sharedServices((clock) => openCluster(urls, clock)));
    }),
  );
}

function sharedServices(open: Open): ServicesOfEngine {
  const clock = testClock(Date.now());
  let storage: DisposableStorage;
  beforeAll(async () => {
    storage = await open(clock);
    await storage.vectors.serve(HASH_MODEL);
  });
  afterAll(async () => storage[Symbol.asyncDispose]());
  // Other tests share the storage: no test's server may close it.
  return () => testServices({ storage: { ...storage, close: async () => undefined }, clock });
}

async function openEmbedded(clock: TestClock): Promise<DisposableStorage> {
  const folder = await mkdtemp(join(tmpdir(), "knote-rest-"));
  const storage = await createSqliteStorage({ dataDir: join(folder, "data"), clock });
  return disposable(storage, () => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
}

async function openCluster(urls: ClusterUrls, clock: TestClock): Promise<DisposableStorage> {
  const cluster = await createTestCluster(urls);
  return disposable(await cluster.open(clock), async () => cluster[Symbol.asyncDispose]());
}
