import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@knote/api";
import { createTestCluster } from "@knote/storage-mongo/testing";
import { createSqliteStorage } from "@knote/storage-sqlite";
import { createMemoryStorage, type TestClock, testClock, testServices, withCluster } from "@knote/testkit";
import { describe, vi } from "vitest";
import { startApp, type TestApp } from "./start-app.ts";

/** When every test begins. Now, as a cluster removes by its own clock what ended long ago. */
export const START = Math.floor(Date.now() / 60_000) * 60_000;

/** Starts the app over an empty storage of its own, or over the services of an app that runs already. */
export type StartApp = (options?: { readonly services: TestApp["services"] }) => Promise<TestApp>;

/**
 * Runs the suites on the storage of unit tests, on the embedded engine and, if their servers are configured, on the
 * cluster engines. A storage of its own for each test lets suites name their users and times.
 */
export function onEveryStorage(suites: (start: StartApp) => void): void {
  describe("in memory", () => suites(startOn(openMemory)));
  describe("on the embedded engine", () => suites(startOn(openEmbedded)));
  withCluster((urls) =>
    describe("on the cluster engines", () => {
      // Machines can be busy, and the stand-ins are slower than real servers.
      vi.setConfig({ testTimeout: 120_000 });
      suites(
        startOn(async (clock) => {
          const cluster = await createTestCluster(urls);
          const storage = await cluster.open(clock);
          return { storage, remove: async () => cluster[Symbol.asyncDispose]() };
        }),
      );
    }),
  );
}

interface OpenStorage {
  readonly storage: Storage;
  readonly remove: () => Promise<void>;
}

function startOn(open: (clock: TestClock) => Promise<OpenStorage>): StartApp {
  return async (options) => {
    if (options) return await startApp(options);
    const clock = testClock(START);
    const { storage, remove } = await open(clock);
    let closing: Promise<void> | undefined;
    // Apps of one test can share it.
    const close = () => (closing ??= storage.close().then(remove));
    return await startApp({ services: testServices({ storage: { ...storage, close }, clock }) });
  };
}

async function openMemory(clock: TestClock): Promise<OpenStorage> {
  return { storage: createMemoryStorage({ clock }), remove: async () => undefined };
}

async function openEmbedded(clock: TestClock): Promise<OpenStorage> {
  const folder = await mkdtemp(join(tmpdir(), "knote-rest-"));
  const storage = await createSqliteStorage({ dataDir: join(folder, "data"), clock });
  return { storage, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
