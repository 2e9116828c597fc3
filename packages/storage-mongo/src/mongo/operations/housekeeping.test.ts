import { DAY_MS } from "@knote/contract";
import { parseKeywordQuery } from "@knote/api";
import { anEvent, aNotice, aNoteWrite, freshUserId, testClock, withService } from "@knote/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { MongoDocuments } from "../open-mongo.ts";
import { createDatabase, type TestDatabase } from "../../testing/open-database.ts";
import { everyVerb } from "../../testing/every-verb.ts";

withService("TEST_MONGODB_URL", (url) => {
  const clock = testClock(Date.now());
  let database: TestDatabase;
  let documents: MongoDocuments;
  let sub: string;

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
    documents = await database.open({ clock });
  });

  beforeEach(() => {
    sub = freshUserId();
  });

  afterAll(async () => {
    await documents.close();
    await database[Symbol.asyncDispose]();
  });

  async function ownerOf(userId: string): Promise<string> {
    return (await database.raw.collection("users").findOne({ sub: userId }))!["owner"] as string;
  }

  describe("housekeeping", () => {
    it("shows no event for longer than promised, and removes those of inactive users", async () => {
      await documents.activity.append(sub, [anEvent("a week ago")]);
      clock.advance(7 * DAY_MS);
      expect(await documents.activity.replay(sub, null)).toEqual([]);
      expect(await allText(database)).toContain("a week ago");
      await documents.sweep();
      expect(await allText(database)).not.toContain("a week ago");
      await documents.activity.append(sub, [anEvent("now")]);
      expect(await documents.activity.replay(sub, null)).toHaveLength(1);
    });

    it("finishes a purge that was cut short", async () => {
      const { note } = aNoteWrite({ title: "Owls hunt" });
      await documents.notes.insert(sub, aNoteWrite(note), []);
      await documents.notes.insert(sub, aNoteWrite({ title: "Owls sleep" }), []);
      const purgeMark = { $set: { live: false, purging: true } };
      await database.raw.collection<{ _id: string }>("notes").updateOne({ _id: note.id }, purgeMark);
      expect(await documents.notes.restore(sub, note.id, () => [])).toBe(false);
      await documents.sweep();
      expect(await database.raw.collection<{ _id: string }>("notes").findOne({ _id: note.id })).toBeNull();
      expect(await documents.vectorDocuments.removals(100)).toContain(note.id);
    });

    it("counts again what a process that died left uncounted", async () => {
      for (const title of ["Owls hunt", "Owls sleep", "Bats"])
        await documents.notes.insert(sub, aNoteWrite({ title, content: "-" }), []);
      const search = () => documents.keywords.search(sub, parseKeywordQuery("owls")!, {});
      const before = await search();
      const ledgers = database.raw.collection<{ _id: string }>("ledgers");
      await ledgers.updateOne({ _id: await ownerOf(sub) }, { $inc: { notes: 40, words: 4_000 } });
      expect(await search()).not.toEqual(before);
      await documents.sweep();
      expect(await search()).toEqual(before);
    });

    it("finishes an erasure that was cut short, and removes what came late", async () => {
      await documents.notes.insert(sub, aNoteWrite({ title: "Secret owls" }), [aNotice("secret event")]);
      const owner = await ownerOf(sub);
      await documents.users.erase(sub, clock.now());
      const { _id, ...late } = { ...aNoteWrite({ title: "Secret late owls" }).note, _id: "late", userId: owner };
      await database.raw.collection<{ _id: string }>("notes").insertOne({ _id, ...late });
      await documents.sweep();
      expect(await allText(database)).not.toMatch(/secret/i);
      clock.advance(DAY_MS);
      await documents.sweep();
      expect(await allText(database)).not.toContain(owner);
    });
  });

  describe("erasing a user", () => {
    it("leaves nothing of theirs in any collection", async () => {
      await using own = await createDatabase(url);
      const process = await own.open({ clock });
      const name = `github:${sub}`;
      for (const [verb, work] of await everyVerb(process, name)) if (verb !== "users.erase") await work();
      const before = await allText(own);
      expect(before).toMatch(/owl/i);
      expect(before).toContain(name);
      await process.users.erase(name, clock.now());
      await process.close();
      expect(await allText(own)).not.toContain(name);
      expect(await allText(own)).not.toMatch(/owl|birds|What do I know/i);
    });
  });
});

async function allText({ raw }: TestDatabase): Promise<string> {
  const names = (await raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  return JSON.stringify(await Promise.all(names.map((name) => raw.collection(name).find({}).toArray())));
}
