import {
  describeActivityLog,
  describeErasure,
  describeLifecycle,
  describeVectorIndex,
  withCluster,
} from "@knote/testkit";
import { afterAll, vi } from "vitest";
import { createTestCluster } from "./testing/open-cluster.ts";
import { shareStorage } from "./testing/share-storage.ts";

/** Few, as each change of the model goes through all notes, including those of earlier tests. */
const TESTS_AN_INSTALLATION = 4;

withCluster((urls) => {
  // Machines may be busy, and the stand-ins are slower than servers.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  const sharedStorage = shareStorage(TESTS_AN_INSTALLATION, async () => {
    const cluster = await createTestCluster(urls);
    return { storage: await cluster.open(), remove: () => cluster[Symbol.asyncDispose]() };
  });

  afterAll(sharedStorage.close);

  // The suites of MongoDB alone run in `mongo/contract.test.ts`.
  describeLifecycle("cluster", sharedStorage.open);
  describeErasure("cluster", sharedStorage.open);
  describeActivityLog("cluster", sharedStorage.open);
  describeVectorIndex("cluster", sharedStorage.open);
});
