import { parseKeywordQuery } from "@knote/api";
import { aNotice, aNoteWrite, eventually, freshUserId, withService } from "@knote/testkit";
import { expect, it } from "vitest";
import { createHold } from "../testing/create-hold.ts";
import { startOddServer } from "../testing/odd-server.ts";
import { createDatabase, type TestDatabase } from "../testing/open-database.ts";
import type { MongoDocuments } from "./open-mongo.ts";

const TIMEOUT = { timeout: 60_000 };
/** Calls of each kind: together more than there are connections. */
const CALLS = 24;
const CONNECTIONS = 50;
/** After this time, a call without a connection fails. */
const PATIENCE_MS = 20_000;

withService("TEST_MONGODB_URL", (url) => {
  it("answers all others while the server holds up every command of one user", TIMEOUT, async () => {
    await using database = await createDatabase(url);
    const gate = createHold();
    await using server = await startOddServer(url, gate.answer);
    const documents = await database.open({ url: server.url, patienceMs: PATIENCE_MS });
    const [slow, quick] = [await aUser(documents), await aUser(documents)];
    gate.hold(await ownerId(database, slow.sub));
    const endless = Array.from({ length: CALLS }, () => slow.calls().map((call) => call())).flat();
    await eventually(() => expect(gate.count()).toBeGreaterThan(0));
    for (const call of quick.calls()) await call();
    expect(gate.count()).toBeGreaterThan(0);
    expect(gate.most()).toBeLessThan(CONNECTIONS);
    gate.release();
    await Promise.all(endless);
    await documents.close();
  });

  it("finds a phrase of stop words while another user's notes are slow to search", TIMEOUT, async () => {
    await using database = await createDatabase(url);
    const gate = createHold(({ find, sort }) => find === "notes" && sort !== undefined);
    await using server = await startOddServer(url, gate.answer);
    const documents = await database.open({ url: server.url, patienceMs: PATIENCE_MS });
    const [slow, quick] = [await aUser(documents), await aUser(documents)];
    const search = (sub: string) => documents.keywords.search(sub, parseKeywordQuery('"to be"')!, {}, 10);
    gate.hold(await ownerId(database, slow.sub));
    const endless = Array.from({ length: CALLS }, () => search(slow.sub));
    await eventually(() => expect(gate.count()).toBe(1));
    expect(await search(quick.sub)).toEqual([{ id: quick.noteId, score: expect.any(Number) }]);
    expect([gate.count(), gate.most()]).toEqual([1, 1]);
    gate.release();
    for (const hits of await Promise.all(endless)) expect(hits).toHaveLength(1);
    await documents.close();
  });
});

async function aUser({ notes, links, keywords, quota }: MongoDocuments) {
  const sub = freshUserId();
  const write = aNoteWrite({ title: "Owls want to be heard" });
  await notes.insert(sub, write, [aNotice()]);
  const calls = () => [
    () => notes.get(sub, write.note.id),
    () => notes.list(sub, {}, { limit: 50 }),
    () => notes.counts(sub),
    () => links.states(sub),
    () => keywords.search(sub, parseKeywordQuery("owls")!, {}, 10),
    () => keywords.search(sub, parseKeywordQuery('"to be"')!, {}, 10),
    () => quota.usage(sub, "2026-11", Date.now()),
    () => notes.insert(sub, aNoteWrite(), [aNotice()]),
  ];
  return { sub, noteId: write.note.id, calls };
}

async function ownerId({ raw }: TestDatabase, sub: string): Promise<string> {
  return (await raw.collection("users").findOne({ sub }))!["owner"] as string;
}
