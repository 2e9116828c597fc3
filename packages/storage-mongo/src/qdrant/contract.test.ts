import { createMemoryStorage, describeVectorIndex, type DisposableStorage, withService } from "@knote/testkit";
import { afterAll } from "vitest";
import { followDocuments } from "../testing/follow-documents.ts";
import { openQdrant } from "../testing/open-qdrant.ts";

withService("TEST_QDRANT_URL", (url) => {
  const storage = createMemoryStorage();
  const { notes, documents } = followDocuments(storage.notes);
  const qdrant = openQdrant(url, documents);

  afterAll(() => qdrant[Symbol.asyncDispose]());

  // One for all tests, as creating a collection takes a while.
  describeVectorIndex("qdrant", async (): Promise<DisposableStorage> => {
    return { ...storage, notes, vectors: qdrant.index, [Symbol.asyncDispose]: async () => {} };
  });
});
