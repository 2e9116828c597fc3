import { anEvent, aNoteWrite, freshUserId, withService } from "@knote/testkit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../../testing/open-database.ts";
import type { EventOutbox } from "../../ports/event-outbox.ts";
import type { MongoDocuments } from "../open-mongo.ts";

const MODEL = "model-1";

withService("TEST_MONGODB_URL", (url) => {
  let database: TestDatabase;
  let documents: MongoDocuments;

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeEach(async () => {
    database = await createDatabase(url);
    documents = await database.open();
    await documents.vectorDocuments.keep(MODEL, "serving");
  });

  afterEach(async () => {
    await documents.close();
    await database[Symbol.asyncDispose]();
  });

  /** Leaves documents without an account, as during an erasure or after an interrupted one. */
  async function loseOwner(sub: string): Promise<void> {
    await database.raw.collection("users").updateOne({ sub }, { $unset: { owner: true, sub: true } });
  }

  describe("documents of an account that is being erased", () => {
    it("do not keep another user's notes from being listed as due", async () => {
      const stays = freshUserId();
      const { note } = aNoteWrite();
      await documents.notes.insert(stays, aNoteWrite(note), []);
      for (const erasedUser of [freshUserId(), freshUserId(), freshUserId()]) {
        for (let index = 0; index < 3; index++) await documents.notes.insert(erasedUser, aNoteWrite(), []);
        await loseOwner(erasedUser);
      }
      const expectedDue = { userId: stays, noteId: note.id };
      for (const limit of [1, 2, 3, 100])
        expect(await documents.vectorDocuments.due(MODEL, limit)).toEqual([expect.objectContaining(expectedDue)]);
      const [due] = await documents.vectorDocuments.due(MODEL, 1);
      for (const after of [due!.position, due!.userPosition])
        expect(await documents.vectorDocuments.due(MODEL, 2, after)).toEqual([]);
    });

    it("do not keep another user's events from being sent", async () => {
      let outbox: EventOutbox | undefined;
      const logTo = (createdOutbox: EventOutbox) => {
        outbox = createdOutbox;
        return documents.activity;
      };
      await using process = { ...(await database.open({ logTo })), [Symbol.asyncDispose]: () => process.close() };
      const event = (key: string) => [{ key: `${key} ${freshUserId()}`, event: anEvent(key) }];
      for (const erasedUser of [freshUserId(), freshUserId()]) {
        for (let index = 0; index < 3; index++) await outbox!.keep(erasedUser, event("gone"));
        await loseOwner(erasedUser);
      }
      expect(await outbox!.waiting(2)).toEqual([]);
      const [stays, keptEvents] = [freshUserId(), event("stays")];
      await outbox!.keep(stays, keptEvents);
      for (const limit of [1, 2, 4, 100])
        expect(await outbox!.waiting(limit)).toEqual([{ userId: stays, events: keptEvents }]);
    });
  });
});
