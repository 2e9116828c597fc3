import { aNoteWrite, anEvent, eventually, freshUserId } from "@knote/testkit";
import { expect, it } from "vitest";
import { startCutProxy } from "../testing/cut-proxy.ts";
import { createDatabase } from "../testing/open-database.ts";
import { withService } from "../testing/with-service.ts";
import { openMongo } from "./open-mongo.ts";

const TIMEOUT = { timeout: 120_000 };

withService("TEST_MONGODB_URL", (url) => {
  it("is unavailable when no server is there", TIMEOUT, async () => {
    await using proxy = await startCutProxy(url);
    await proxy.cut();
    const opening = openMongo({ url: `mongodb://127.0.0.1:${proxy.port}`, database: "none" });
    await expect(opening).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it(
    "is unavailable while the server is away, loses nothing acknowledged, and goes on by itself",
    TIMEOUT,
    async () => {
      await using proxy = await startCutProxy(url);
      await using database = await createDatabase(url);
      const documents = await openMongo({ url: `mongodb://127.0.0.1:${proxy.port}`, database: database.name });
      const userId = freshUserId();
      const acknowledged: string[] = [];
      const write = async () => {
        const { note, ...rest } = aNoteWrite();
        await documents.notes.insert(userId, { note, ...rest }, [anEvent(note.id)]);
        acknowledged.push(note.id);
      };
      for (let index = 0; index < 5; index++) await write();
      const under = Array.from({ length: 10 }, write);
      await proxy.cut();
      const outcomes = await Promise.allSettled(under);
      for (const outcome of outcomes)
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "UNAVAILABLE" });
      await expect(documents.checkDocuments()).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await proxy.mend();
      await eventually(() => documents.checkDocuments(), { deadlineMs: 30_000 });
      await write();
      const stored = (await documents.notes.list(userId, {}, { limit: 100 })).map(({ id }) => id);
      expect(stored).toEqual(expect.arrayContaining(acknowledged));
      const told = (await documents.activity.replay(userId, null)).map(({ event }) => JSON.stringify(event)).join();
      expect(acknowledged.filter((id) => !told.includes(id))).toEqual([]);
      await documents.close();
    },
  );
});
