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

  const shared = shareStorage(TESTS_AN_INSTALLATION, async () => {
    const cluster = await createTestCluster(urls);
    return { storage: await cluster.open(), remove: () => cluster[Symbol.asyncDispose]() };
  });

  afterAll(shared.close);

  // The suites of MongoDB alone run in `mongo/contract.test.ts`.
  describeLifecycle("cluster", shared.open);
  describeErasure("cluster", shared.open);
  describeActivityLog("cluster", shared.open);
  describeVectorIndex("cluster", shared.open);
});
