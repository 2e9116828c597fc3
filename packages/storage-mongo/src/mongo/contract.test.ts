import {
  describeActivityLog,
  describeErasure,
  describeIdempotencyStore,
  describeKeywordIndex,
  describeLifecycle,
  describeLinkStore,
  describeLookStore,
  describeNoteStore,
  describePast,
  describeQuotaStore,
  describeSessionStore,
  describeStanceStore,
  describeTokenStore,
  describeUserStore,
  describeWebhookStore,
  withService,
} from "@knote/testkit";
import { afterAll, vi } from "vitest";
import { createMemoryVectors } from "../testing/memory-vectors.ts";
import { createDatabase } from "../testing/open-database.ts";
import { shareStorage } from "../testing/share-storage.ts";

const TESTS_A_DATABASE = 20;

withService("TEST_MONGODB_URL", (url) => {
  // The thousands of writes take long on a slow disk.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  const sharedStorage = shareStorage(TESTS_A_DATABASE, async () => {
    const database = await createDatabase(url);
    const documents = await database.open();
    const { checkDocuments: checkSearch, vectorDocuments } = documents;
    const storage = { ...documents, vectors: createMemoryVectors(vectorDocuments), checkSearch };
    return { storage, remove: () => database[Symbol.asyncDispose]() };
  });

  afterAll(sharedStorage.close);

  // All suites of a storage but the vectors', which runs with Qdrant.
  describeLifecycle("mongo", sharedStorage.open);
  describeNoteStore("mongo", sharedStorage.open);
  describeLinkStore("mongo", sharedStorage.open);
  describeLookStore("mongo", sharedStorage.open);
  describeStanceStore("mongo", sharedStorage.open);
  describeKeywordIndex("mongo", sharedStorage.open);
  describeActivityLog("mongo", sharedStorage.open);
  describeQuotaStore("mongo", sharedStorage.open);
  describeUserStore("mongo", sharedStorage.open);
  describeIdempotencyStore("mongo", sharedStorage.open);
  describeSessionStore("mongo", sharedStorage.open);
  describeTokenStore("mongo", sharedStorage.open);
  describeWebhookStore("mongo", sharedStorage.open, { hasBacklogTest: true });
  describeErasure("mongo", sharedStorage.open);
  describePast("mongo", sharedStorage.open, { histories: 2, writes: 60, search: { histories: 1, writes: 16 } });
});
