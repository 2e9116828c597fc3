import { aLink, aNoteWrite, eventually, freshUserId, withService } from "@knote/testkit";
import type { mongo } from "mongoose";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { refusal, startOddServer, type Answer, type OddServer } from "../../../testing/odd-server.ts";
import { createDatabase, type TestDatabase } from "../../../testing/open-database.ts";
import { WANTED_INDEXES } from "./wanted-indexes.ts";
import { openMongo, type MongoDocuments, type MongoOptions } from "../../open-mongo.ts";

const QUICK = { startMs: 120_000, lookMs: 20, retryMs: 20 };
const PATIENT = { deadlineMs: 60_000 };

withService("TEST_MONGODB_URL", (url) => {
  let database: TestDatabase;
  let messages: string[];
  let openStorages: MongoDocuments[];
  let servers: OddServer[];

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeEach(async () => {
    [database, messages, openStorages, servers] = [await createDatabase(url), [], [], []];
  });

  afterEach(async () => {
    await Promise.all(openStorages.map((documents) => documents.close()));
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    await database[Symbol.asyncDispose]();
  });

  async function open(options: Partial<MongoOptions> = {}): Promise<MongoDocuments> {
    const say = (message: string) => void messages.push(message);
    const documents = await openMongo({
      url,
      database: database.name,
      patienceMs: 120_000,
      indexTiming: QUICK,
      warn: say,
      inform: say,
      ...options,
    });
    openStorages.push(documents);
    return documents;
  }

  async function odd(answer: Answer): Promise<OddServer> {
    const server = await startOddServer(url, answer);
    servers.push(server);
    return server;
  }

  const indexesOf = (collection: string) => database.raw.collection(collection).indexes();
  const namesOf = async (collection: string) => (await indexesOf(collection)).map(({ name }) => name);
  const untilWell = (documents: MongoDocuments) =>
    eventually(() => expect(documents.troubles?.()).toEqual([]), PATIENT);

  /** Makes a database that was used before, with documents and without these indexes. */
  async function servedBefore(without: Record<string, string[]>): Promise<string> {
    const userId = freshUserId();
    const documents = await open();
    const [one, other] = [aNoteWrite(), aNoteWrite()];
    for (const write of [one, other]) await documents.notes.insert(userId, write, []);
    await documents.links.insert(userId, aLink({ source_id: one.note.id, target_id: other.note.id }), []);
    await documents.close();
    for (const [collection, names] of Object.entries(without))
      for (const name of names) await database.raw.collection(collection).dropIndex(name);
    return userId;
  }

  it("builds each index once and one at a time, however many processes start on an empty database", async () => {
    const indexNames: string[] = [];
    const underWay: string[] = [];
    let most = 0;
    const slow: Answer = async ({ createIndexes, indexes }) => {
      if (createIndexes === undefined) return null;
      underWay.push(createIndexes);
      most = Math.max(most, underWay.length);
      indexNames.push(...indexes.map(({ name }: mongo.Document) => name));
      await eventually(() => expect(opening).toBe(3));
      underWay.pop();
      return null;
    };
    let opening = 0;
    const server = await odd(slow);
    const processes = await Promise.all(
      Array.from({ length: 3 }, () => {
        opening++;
        return open({ url: server.url });
      }),
    );
    expect(most).toBe(1);
    expect(new Set(indexNames).size).toBe(indexNames.length);
    expect(indexNames).toEqual(expect.arrayContaining(["links_by_key", "claims_by_key", "notes_by_key"]));
    for (const { troubles } of processes) expect(troubles?.()).toEqual([]);
    expect(await namesOf("links")).toContain("links_by_key");
  });

  it("serves and reports a build that takes longer than any other command may, and is healthy afterwards", async () => {
    const userId = await servedBefore({ notes: ["notes_by_term", "notes_by_time"] });
    const build = Promise.withResolvers<void>();
    const answer: Answer = async (command) => {
      if (command["createIndexes"]) await build.promise;
      return null;
    };
    const server = await odd(answer);
    const documents = await open({ url: server.url, patienceMs: 1_000 });
    await eventually(() => expect(messages.join()).toContain(`2 of ${WANTED_INDEXES.length} indexes have to be built`));
    expect(documents.troubles?.()).toEqual([
      { part: "indexes", reason: `2 of ${WANTED_INDEXES.length} indexes are missing, notes_by_time first` },
    ]);
    await documents.notes.insert(userId, aNoteWrite({ title: "To be" }), []);
    expect(await documents.notes.list(userId, {}, { limit: 10 })).toHaveLength(3);
    build.resolve();
    await untilWell(documents);
    expect(await namesOf("notes")).toEqual(expect.arrayContaining(["notes_by_term", "notes_by_time"]));
    expect(messages.join()).toContain("Built notes_by_time of notes");
  });

  it("accepts an index of equal fields under another name", async () => {
    await servedBefore({ notes: ["notes_by_title"] });
    await database.raw.collection("notes").createIndex({ userId: 1, titleKey: 1 }, { name: "by_hand" });
    const documents = await open();
    expect(documents.troubles?.()).toEqual([]);
    expect(await namesOf("notes")).not.toContain("notes_by_title");
  });

  it("builds a changed index beside the old one, then drops that, and leaves those made by hand", async () => {
    await servedBefore({ notes: ["notes_by_title"] });
    const notes = database.raw.collection("notes");
    await notes.createIndex({ titleKey: 1 }, { name: "notes_by_title" });
    await notes.createIndex({ importance: 1 }, { name: "by_hand" });
    await untilWell(await open());
    await eventually(async () => expect(await namesOf("notes")).not.toContain("notes_by_title"), PATIENT);
    const newIndex = (await indexesOf("notes")).find(({ name }) => name === "notes_by_title_2");
    expect(newIndex?.key).toEqual({ userId: 1, titleKey: 1 });
    expect(await namesOf("notes")).toContain("by_hand");
  });

  it.each([85, 86])("drops the old index first where the server refuses both (code %d)", async (code) => {
    await servedBefore({ notes: ["notes_deleted"] });
    await database.raw.collection("notes").createIndex({ deletedAt: 1 }, { name: "notes_deleted", sparse: true });
    const answer: Answer = async ({ createIndexes }) => {
      if (createIndexes !== "notes") return null;
      const hasOld = (await indexesOf("notes")).some(({ sparse }) => sparse);
      return hasOld ? refusal(code, "An equivalent index already exists.") : null;
    };
    const server = await odd(answer);
    await untilWell(await open({ url: server.url }));
    const matchingIndexes = (await indexesOf("notes")).filter(({ key }) => "deletedAt" in key);
    expect(matchingIndexes).toMatchObject([{ partialFilterExpression: { deletedAt: { $exists: true } } }]);
  });

  it.each([12_586, 12_587, 285])("waits for a build that is under way already (code %d)", async (code) => {
    await servedBefore({ notes: ["notes_by_term"] });
    let buildCount = 0;
    const answer: Answer = async ({ createIndexes }) =>
      createIndexes && buildCount++ < 2 ? refusal(code, "A build is under way.") : null;
    const server = await odd(answer);
    await untilWell(await open({ url: server.url }));
    expect(buildCount).toBe(3);
    expect(await namesOf("notes")).toContain("notes_by_term");
  });

  it("serves without an index that the server refuses, and warns once", async () => {
    const userId = await servedBefore({ notes: ["notes_by_term"] });
    let buildCount = 0;
    const answer: Answer = async ({ createIndexes }) =>
      createIndexes ? (buildCount++, refusal(67, "Cannot create the index.")) : null;
    const server = await odd(answer);
    const documents = await open({ url: server.url });
    await eventually(() => expect(buildCount).toBeGreaterThan(2));
    expect(messages.filter((message) => message.includes("does not build notes_by_term"))).toHaveLength(1);
    expect(documents.troubles?.()[0]?.reason).toContain("see the log for notes_by_term");
    expect(await documents.notes.list(userId, {}, { limit: 10 })).toHaveLength(2);
  });

  it("names colliding documents, and refuses only the writes that need the index until one is gone", async () => {
    const userId = await servedBefore({ links: ["links_by_key"] });
    const links = database.raw.collection<{ _id: string }>("links");
    const { _id, ...link } = (await links.findOne())!;
    await links.insertOne({ ...link, _id: "its double" });
    const documents = await open();
    await eventually(() => expect(messages.join()).toContain("its double"), PATIENT);
    expect(messages.join()).toContain(_id);
    const [one, other] = [aNoteWrite(), aNoteWrite()];
    for (const write of [one, other]) await documents.notes.insert(userId, write, []);
    const newLink = aLink({ source_id: one.note.id, target_id: other.note.id });
    await expect(documents.links.insert(userId, newLink, [])).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect((await documents.links.list(userId, { limit: 10 })).links).toHaveLength(2);
    expect(JSON.stringify(documents.troubles?.())).not.toContain("its double");
    await links.deleteOne({ _id: "its double" });
    await untilWell(documents);
    await documents.links.insert(userId, newLink, []);
    expect(await namesOf("links")).toContain("links_by_key");
  });
});
