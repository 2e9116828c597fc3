import { freshUserId } from "@knote/testkit";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { withService } from "../testing/with-service.ts";
import type { MongoDocuments } from "./open-mongo.ts";
import { createDatabase, type TestDatabase } from "../testing/open-database.ts";
import { everyVerb } from "../testing/every-verb.ts";

/** What a verb may ask of the server, one command after another or at once. Housekeeping is not counted. */
const MOST: Readonly<Record<string, number>> = {
  "notes.insert": 2,
  "notes.insertMany": 4,
  "notes.update": 4,
  "notes.get": 1,
  "notes.getMany": 1,
  "notes.history": 2,
  "notes.list": 1,
  "notes.list after": 1,
  "notes.list by tag and type": 1,
  "notes.list by state": 2,
  "notes.archivedIds": 1,
  "notes.findByKeysOrIds": 2,
  "notes.findByTitleKeys": 1,
  "notes.counts": 3,
  "links.insert": 4,
  "links.insertMany": 4,
  "links.get": 2,
  "links.listTouching one note": 4,
  "links.listTouching many notes": 2,
  "links.list": 2,
  "links.supersededBy": 1,
  "links.states": 4,
  "links.states again": 1,
  "links.delete": 3,
  "keywords.search two words": 4,
  "keywords.search a beginning": 3,
  "keywords.search a phrase": 5,
  "keywords.search stop words": 3,
  "keywords.scores": 4,
  "vectorDocuments.kept": 1,
  "vectorDocuments.due": 4,
  "vectorDocuments.due again": 3,
  "vectorDocuments.dueSince": 2,
  "vectorDocuments.pending": 2,
  "vectorDocuments.admit": 3,
  "vectorDocuments.settle": 4,
  "vectorDocuments.standing": 3,
  "activity.append": 1,
  "activity.replay": 1,
  "activity.latest": 1,
  "quota.reserve": 1,
  "quota.settle": 1,
  "quota.release": 1,
  "quota.usage": 1,
  "quota.warnOnce": 1,
  "idempotency.claim": 2,
  "idempotency.claim again": 2,
  "idempotency.complete": 1,
  "idempotency.release": 1,
  "users.ensure": 1,
  "sessions.create": 3,
  "sessions.find": 2,
  "sessions.touch": 1,
  "sessions.list": 2,
  "sessions.end": 1,
  "sessions.endAll": 2,
  "sessions.tokensNotBefore": 1,
  "sessions.addCode": 1,
  "sessions.useCode": 1,
  "notes.delete": 2,
  "notes.restore": 2,
  "notes.purge": 7,
  checkDocuments: 1,
};

withService("TEST_MONGODB_URL", (url) => {
  let database: TestDatabase;
  let documents: MongoDocuments;
  let commands = 0;

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
    documents = await database.open({ onCommand: () => void commands++ });
  });

  afterAll(async () => {
    await documents.close();
    await database[Symbol.asyncDispose]();
  });

  it("asks the server no more often than it has to", async () => {
    const counted: Record<string, number> = {};
    for (const [name, work] of await everyVerb(documents, freshUserId())) {
      const before = commands;
      await work();
      counted[name] = commands - before;
    }
    expect(counted).toMatchObject({ "notes.get": 1 });
    const over = Object.entries(counted).filter(([name, count]) => count > (MOST[name] ?? Infinity));
    expect(over).toEqual([]);
    expect(Object.keys(MOST).filter((name) => !(name in counted))).toEqual([]);
    if (process.env["PRINT_ROUND_TRIPS"]) process.stdout.write(`${JSON.stringify(counted, null, 2)}\n`);
  });
});
