import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { parseKeywordQuery } from "@knote/api";
import { aNotice, aNoteWrite, eventually, freshUserId, startCutProxy, withService } from "@knote/testkit";
import { expect, it } from "vitest";
import { createDatabase } from "../testing/open-database.ts";
import { openMongo } from "./open-mongo.ts";

const TIMEOUT = { timeout: 120_000 };
const PATIENCE_MS = 2_000;

withService("TEST_MONGODB_URL", (url) => {
  it("is unavailable when no server is there", TIMEOUT, async () => {
    await using proxy = await startCutProxy(url);
    await proxy.disconnect();
    const opening = openMongo({ url: proxy.url, database: "none" });
    await expect(opening).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it(
    "is unavailable while the server is away, loses nothing acknowledged, and recovers by itself",
    TIMEOUT,
    async () => {
      await using proxy = await startCutProxy(url);
      await using database = await createDatabase(url);
      const documents = await openMongo({ url: proxy.url, database: database.name });
      const userId = freshUserId();
      const acknowledgedIds: string[] = [];
      const write = async () => {
        const { note, ...rest } = aNoteWrite();
        await documents.notes.insert(userId, { note, ...rest }, [aNotice(note.id)]);
        acknowledgedIds.push(note.id);
      };
      for (let index = 0; index < 5; index++) await write();
      const under = Array.from({ length: 10 }, write);
      await proxy.disconnect();
      const outcomes = await Promise.allSettled(under);
      for (const outcome of outcomes)
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "UNAVAILABLE" });
      await expect(documents.checkDocuments()).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await proxy.mend();
      await eventually(() => documents.checkDocuments(), { deadlineMs: 30_000 });
      await write();
      const storedIds = (await documents.notes.list(userId, {}, { limit: 100 })).map(({ id }) => id);
      expect(storedIds).toEqual(expect.arrayContaining(acknowledgedIds));
      const logText = (await documents.activity.replay(userId, null)).map(({ event }) => JSON.stringify(event)).join();
      expect(acknowledgedIds.filter((id) => !logText.includes(id))).toEqual([]);
      await documents.close();
    },
  );

  it("waits for a silent server no longer than its patience, and recovers", TIMEOUT, async () => {
    await using proxy = await startCutProxy(url);
    await using database = await createDatabase(url);
    const documents = await openMongo({ url: proxy.url, database: database.name, patienceMs: PATIENCE_MS });
    const userId = freshUserId();
    const { note, ...rest } = aNoteWrite();
    await documents.notes.insert(userId, { note, ...rest }, [aNotice(note.id)]);
    proxy.deafen();
    const began = performance.now();
    const silent = [
      () => documents.notes.insert(userId, aNoteWrite(), [aNotice()]),
      () => documents.notes.list(userId, {}, { limit: 10 }),
      () => documents.keywords.search(userId, parseKeywordQuery("a note")!, {}),
      () => documents.users.ensure(freshUserId(), "free"),
      () => documents.checkDocuments(),
    ];
    for (const outcome of await Promise.allSettled(silent.map((call) => call())))
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "UNAVAILABLE" } });
    // Each call is tried twice, and waits each time for a server, a connection and an answer.
    expect(performance.now() - began).toBeLessThan(8 * PATIENCE_MS);
    await proxy.disconnect();
    await proxy.mend();
    await eventually(() => documents.checkDocuments(), { deadlineMs: 30_000 });
    expect(await documents.notes.get(userId, note.id)).toEqual(note);
    await documents.close();
  });

  // The published driver waits for ever here, and so do the heartbeats that would find a server: see tooling/patches.
  it("answers calls on a connection that ended unnoticed, and recovers", TIMEOUT, async () => {
    const sockets: Socket[] = [];
    const onSocket = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
    subscribe("net.client.socket", onSocket);
    await using database = await createDatabase(url);
    const documents = await openMongo({ url, database: database.name });
    await documents.checkDocuments();
    unsubscribe("net.client.socket", onSocket);
    for (const socket of sockets) socket.destroy();
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => documents.checkDocuments()));
    for (const call of calls)
      if (call.status === "rejected") expect(call.reason).toMatchObject({ code: "UNAVAILABLE" });
    await documents.checkDocuments();
    await documents.close();
  });
});
