import {
  describeActivityLog,
  describeErasure,
  describeIdempotencyStore,
  describeKeywordIndex,
  describeLifecycle,
  describeLinkStore,
  describeNoteStore,
  describeQuotaStore,
  describeSessionStore,
  describeUserStore,
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

  const shared = shareStorage(TESTS_A_DATABASE, async () => {
    const database = await createDatabase(url);
    const documents = await database.open();
    const { checkDocuments: checkSearch, vectorDocuments } = documents;
    const storage = { ...documents, vectors: createMemoryVectors(vectorDocuments), checkSearch };
    return { storage, remove: () => database[Symbol.asyncDispose]() };
  });

  afterAll(shared.close);

  // All suites of a storage but the vectors', which runs with Qdrant.
  describeLifecycle("mongo", shared.open);
  describeNoteStore("mongo", shared.open);
  describeLinkStore("mongo", shared.open);
  describeKeywordIndex("mongo", shared.open);
  describeActivityLog("mongo", shared.open);
  describeQuotaStore("mongo", shared.open);
  describeUserStore("mongo", shared.open);
  describeIdempotencyStore("mongo", shared.open);
  describeSessionStore("mongo", shared.open);
  describeErasure("mongo", shared.open);
});
