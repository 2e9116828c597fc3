import { IDS_PER_TITLE, titleKey } from "@knote/api";
import { aLink, aNoteWrite, freshUserId, withService } from "@knote/testkit";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../../testing/open-database.ts";
import { startWireMeter, type WireMeter } from "../../testing/wire-meter.ts";
import type { MongoDocuments } from "../open-mongo.ts";

const MANY = 200;

withService("TEST_MONGODB_URL", (url) => {
  const userId = freshUserId();
  let database: TestDatabase;
  let meter: WireMeter;
  let documents: MongoDocuments;
  let ids: string[];

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
    meter = await startWireMeter(url);
    documents = await database.open({ url: meter.url });
    const titles = [...Array.from({ length: MANY }, () => "Owls"), "Bats", "Moths"];
    const writes = titles.map((title) => ({ ...aNoteWrite({ title, content: "-" }), key: null }));
    await documents.notes.insertMany(userId, writes);
    ids = writes.map(({ note }) => note.id);
    // The first note is linked with all others, and the last two with each other.
    const ofHub = ids.slice(1).map((target_id) => aLink({ source_id: ids[0]!, target_id }));
    await documents.links.insertMany(userId, [...ofHub, aLink({ source_id: ids.at(-1)!, target_id: ids.at(-2)! })]);
  });

  afterAll(async () => {
    await documents.close();
    await meter[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  async function read<T>(work: () => Promise<T>): Promise<{ readonly answer: T; readonly documents: number }> {
    const before = meter.traffic().documentsRead;
    const answer = await work();
    return { answer, documents: meter.traffic().documentsRead - before };
  }

  it("reads no more notes of a common title than it returns, and still reads the others", async () => {
    const keys = ["Owls", "Bats", "Moths", "Nothing"].map(titleKey);
    const { answer, documents: count } = await read(() => documents.notes.findByTitleKeys(userId, keys));
    expect(answer.get(keys[0]!)).toHaveLength(IDS_PER_TITLE);
    expect([answer.get(keys[1]!), answer.get(keys[2]!)]).toEqual([[ids.at(-2)], [ids.at(-1)]]);
    expect(answer.has(keys[3]!)).toBe(false);
    expect(count).toBeLessThan(MANY / 1.5);
  });

  it("reads few links of a note that has many, also among many notes", async () => {
    const noteIds = [ids[0]!, ...ids.slice(-9)];
    const { answer, documents: count } = await read(() => documents.links.listTouching(userId, noteIds, 2));
    const touching = (id: string) => answer.filter((link) => [link.source_id, link.target_id].includes(id));
    for (const id of noteIds) expect(touching(id).length).toBeGreaterThan(0);
    expect(touching(ids.at(-1)!)).toHaveLength(2);
    expect(count).toBeLessThan(MANY);
  });
});
