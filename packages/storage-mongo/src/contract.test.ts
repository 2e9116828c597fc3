import {
  describeActivityLog,
  describeErasure,
  describeLifecycle,
  describeVectorIndex,
  type DisposableStorage,
} from "@knote/testkit";
import { afterAll, beforeAll, vi } from "vitest";
import { createClusterStorage, type ClusterStorage } from "./create-cluster-storage.ts";
import { createDatabase, type TestDatabase } from "./testing/open-database.ts";
import { dropCollections } from "./testing/open-qdrant.ts";
import { withService } from "./testing/with-service.ts";

withService("TEST_MONGODB_URL", (mongoUrl) =>
  withService("TEST_QDRANT_URL", (qdrantUrl) =>
    withService("TEST_REDIS_URL", (redisUrl) => {
      const prefix = `test-${crypto.randomUUID().slice(0, 8)}`;
      let database: TestDatabase;
      let opened: ClusterStorage | null = null;

      // Machines may be busy, and the stand-ins are slower than servers.
      vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
      const timing = { searchMs: 20_000, writeMs: 30_000, coolDownMs: 100 };

      beforeAll(async () => {
        database = await createDatabase(mongoUrl);
      });

      afterAll(async () => {
        await opened?.close();
        await dropCollections(qdrantUrl, prefix);
        await database[Symbol.asyncDispose]();
      });

      // What is MongoDB's alone has its suites beside it.
      describeLifecycle("cluster", open);
      describeErasure("cluster", open);
      describeActivityLog("cluster", open);
      describeVectorIndex("cluster", open);

      async function open(): Promise<DisposableStorage> {
        const place = { mongoUrl, database: database.name, qdrantUrl, redisUrl, prefix, timing };
        const storage = (opened ??= await createClusterStorage(place));
        const close = () => {
          opened = null;
          return storage.close();
        };
        return { ...storage, close, [Symbol.asyncDispose]: async () => {} };
      }
    }),
  ),
);
