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
  type DisposableStorage,
  withService,
} from "@knote/testkit";
import { afterAll, vi } from "vitest";
import { createMemoryVectors } from "../testing/memory-vectors.ts";
import { createDatabase, type TestDatabase } from "../testing/open-database.ts";
import type { MongoDocuments } from "./open-mongo.ts";

/** Making a database with its indexes takes longer than most tests; what looks at all users gets slower with each. */
const TESTS_A_DATABASE = 20;

interface Opened {
  readonly database: TestDatabase;
  readonly storage: DisposableStorage;
  tests: number;
}

withService("TEST_MONGODB_URL", (url) => {
  let opened: Opened | null = null;

  // A server on a slow disk takes its time for each of the thousands of writes.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  afterAll(close);

  // Of a whole storage all but the vectors, which have their suite where Qdrant is.
  describeLifecycle("mongo", openShared);
  describeNoteStore("mongo", openShared);
  describeLinkStore("mongo", openShared);
  describeKeywordIndex("mongo", openShared);
  describeActivityLog("mongo", openShared);
  describeQuotaStore("mongo", openShared);
  describeUserStore("mongo", openShared);
  describeIdempotencyStore("mongo", openShared);
  describeSessionStore("mongo", openShared);
  describeErasure("mongo", openShared);

  async function openShared(): Promise<DisposableStorage> {
    if (opened === null || opened.tests === TESTS_A_DATABASE) {
      await close();
      opened = await open(url);
    }
    opened.tests++;
    return { ...opened.storage, close: closeStorage };
  }

  async function closeStorage(): Promise<void> {
    if (opened) opened.tests = TESTS_A_DATABASE;
    await opened?.storage.close();
  }

  async function close(): Promise<void> {
    await opened?.storage.close();
    await opened?.database[Symbol.asyncDispose]();
    opened = null;
  }
});

async function open(url: string): Promise<Opened> {
  const database = await createDatabase(url);
  const documents: MongoDocuments = await database.open();
  const vectors = createMemoryVectors(documents.vectorDocuments);
  const { checkDocuments } = documents;
  const storage = { ...documents, vectors, checkSearch: checkDocuments, [Symbol.asyncDispose]: async () => {} };
  return { database, storage, tests: 0 };
}
