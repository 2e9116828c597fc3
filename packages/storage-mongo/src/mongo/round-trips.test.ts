import { freshUserId, withService } from "@knote/testkit";
import type { mongo } from "mongoose";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { MongoDocuments } from "./open-mongo.ts";
import { createDatabase, type TestDatabase } from "../testing/open-database.ts";
import { everyVerb } from "../testing/every-verb.ts";

/** Most commands that a verb may send, in sequence or at once. Housekeeping is not counted. */
const MOST: Readonly<Record<string, number>> = {
  "notes.insert": 2,
  "notes.insertMany": 4,
  "notes.insertLinked": 6,
  "notes.update": 4,
  "notes.get": 1,
  "notes.getMany": 1,
  "notes.history": 2,
  "notes.changedSince": 2,
  "notes.revisionsAt": 2,
  "notes.countDeleted": 1,
  "notes.trash": 1,
  "notes.keysOf": 1,
  "notes.list": 1,
  "notes.list after": 1,
  "notes.list by tag and type": 1,
  "notes.list by state": 2,
  "notes.findByKeysOrIds": 2,
  "notes.findByTitleKeys": 1,
  "notes.findByTitleBeginning": 1,
  "notes.findTags": 1,
  "notes.counts": 3,
  "links.insert": 4,
  "links.insertMany": 4,
  "links.replace": 7,
  "links.get": 2,
  "links.listTouching one note": 2,
  "links.listTouching many notes": 2,
  "links.list": 2,
  "links.ofNote": 4,
  "links.supersedes": 1,
  "links.states": 4,
  "links.states again": 1,
  "links.delete": 6,
  "stances.add": 3,
  "stances.ofNote": 1,
  "stances.latest": 1,
  "stances.list": 1,
  "operations.begin": 3,
  "operations.advance": 2,
  "operations.get": 1,
  "operations.list": 1,
  "operations.remove": 1,
  "keywords.search two words": 3,
  "keywords.scores": 1,
  "keywords.search many words": 3,
  "keywords.search a beginning": 3,
  "keywords.search a phrase": 4,
  "keywords.search stop words": 3,
  "vectorDocuments.keptModels": 1,
  "vectorDocuments.due": 5,
  "vectorDocuments.due again": 4,
  "vectorDocuments.postpone": 5,
  "vectorDocuments.postponed": 2,
  "vectorDocuments.dueSince": 2,
  "vectorDocuments.pending": 2,
  "vectorDocuments.admit": 3,
  "vectorDocuments.settle": 4,
  "vectorDocuments.standing": 2,
  "activity.append": 1,
  "activity.replay": 1,
  "activity.latest": 1,
  "quota.reserve first in a month": 3,
  "quota.reserve": 1,
  "quota.settle": 1,
  "quota.release": 1,
  "quota.usage": 1,
  "quota.warnOnce": 1,
  "idempotency.claim": 2,
  "idempotency.claim again": 2,
  "idempotency.abandon": 1,
  "idempotency.complete": 1,
  "idempotency.release": 1,
  "users.ensure": 1,
  "sessions.create": 3,
  "sessions.find": 2,
  "sessions.touch": 1,
  "sessions.list": 2,
  "sessions.end": 2,
  "sessions.endAll": 2,
  "sessions.tokenCounts": 1,
  "sessions.addCode": 1,
  "sessions.useCode": 1,
  "tokens.create": 2,
  "tokens.create a grant": 2,
  "tokens.find": 2,
  "tokens.find of a known user": 2,
  "tokens.touch": 1,
  "tokens.list": 2,
  "tokens.counts": 2,
  "tokens.rotate": 3,
  "tokens.end": 2,
  "tokens.endByDigest": 3,
  "webhooks.renew": 1,
  "webhooks.due": 2,
  "webhooks.settle": 3,
  "webhooks.settle an end": 4,
  "webhooks.release": 3,
  "notes.delete": 2,
  "notes.restore": 2,
  "notes.purge": 12,
  checkDocuments: 1,
};

const WRITING = ["insert", "update", "delete", "findAndModify"];
const READING = ["find", "aggregate", "count", "distinct"];

withService("TEST_MONGODB_URL", (url) => {
  let database: TestDatabase;
  let documents: MongoDocuments;
  const commands: mongo.Document[] = [];

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
    // Webhooks are read anew every few seconds, which is no command of a verb.
    const webhookRefreshMs = 3_600_000;
    documents = await database.open({ onCommand: (command) => void commands.push(command), webhookRefreshMs });
  });

  afterAll(async () => {
    await documents.close();
    await database[Symbol.asyncDispose]();
  });

  it("sends no more commands than it has to", async () => {
    // Time stands still, so that on a slow machine no cache of some seconds expires.
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const commandCounts: Record<string, number> = {};
    for (const [name, work] of await everyVerb(documents, freshUserId())) {
      const before = commands.length;
      await work();
      commandCounts[name] = commands.length - before;
    }
    expect(commandCounts).toMatchObject({ "notes.get": 1 });
    const over = Object.entries(commandCounts).filter(([name, count]) => count > (MOST[name] ?? Infinity));
    expect(over).toEqual([]);
    expect(Object.keys(MOST).filter((name) => !(name in commandCounts))).toEqual([]);
  });

  it("writes to a majority and reads what a majority has", () => {
    const writes = commands.filter((command) => WRITING.some((name) => name in command));
    const reads = commands.filter((command) => READING.some((name) => name in command));
    expect([writes.length > 40, reads.length > 40]).toEqual([true, true]);
    for (const { writeConcern } of writes) expect(writeConcern).toEqual({ w: "majority", j: true });
    for (const { readConcern } of reads) expect(readConcern).toEqual({ level: "majority" });
  });

  it("needs no transaction, no change stream and no join, so that any kind of server will do", () => {
    const commandTexts = commands.map(
      (command) => JSON.stringify(Object.keys(command)) + JSON.stringify(command["pipeline"]),
    );
    expect(
      commandTexts.filter((one) => /startTransaction|autocommit|changeStream|lookup|merge|out"/i.test(one)),
    ).toEqual([]);
  });
});
