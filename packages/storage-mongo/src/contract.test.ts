import {
  describeActivityLog,
  describeErasure,
  describeLifecycle,
  describeVectorIndex,
  type DisposableStorage,
  withCluster,
} from "@knote/testkit";
import { afterAll, beforeAll, vi } from "vitest";
import type { ClusterStorage } from "./create-cluster-storage.ts";
import { createTestCluster, type TestCluster } from "./testing/open-cluster.ts";

withCluster((urls) => {
  let cluster: TestCluster;
  let opened: ClusterStorage | null = null;

  // Machines may be busy, and the stand-ins are slower than servers.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    cluster = await createTestCluster(urls);
  });

  afterAll(async () => {
    await opened?.close();
    await cluster[Symbol.asyncDispose]();
  });

  // What is MongoDB's alone has its suites beside it.
  describeLifecycle("cluster", open);
  describeErasure("cluster", open);
  describeActivityLog("cluster", open);
  describeVectorIndex("cluster", open);

  async function open(): Promise<DisposableStorage> {
    const storage = (opened ??= await cluster.open());
    const close = () => {
      opened = null;
      return storage.close();
    };
    return { ...storage, close, [Symbol.asyncDispose]: async () => {} };
  }
});
