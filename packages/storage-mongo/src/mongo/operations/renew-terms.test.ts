import { parseKeywordQuery } from "@knote/api";
import { aNoteWrite, aRevision, freshUserId, withService } from "@knote/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../../testing/open-database.ts";
import type { MongoDocuments } from "../open-mongo.ts";
import type { AnalysisDocument } from "../collections/installation.ts";

const BILLS = { title: "Die Rechnungen liegen auf dem Tisch", content: "Wir bezahlen sie am Freitag." };

withService("TEST_MONGODB_URL", (url) => {
  let database: TestDatabase;
  let documents: MongoDocuments;
  let sub: string;
  const messages: string[] = [];

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
    documents = await database.open({ inform: (message) => messages.push(message) });
  });

  beforeEach(() => {
    sub = freshUserId();
  });

  afterAll(async () => {
    await documents.close();
    await database[Symbol.asyncDispose]();
  });

  const idsFor = async (q: string) =>
    (await documents.keywords.search(sub, parseKeywordQuery(q)!, {})).map(({ id }) => id);

  const analysis = () => database.raw.collection<AnalysisDocument>("analysis");

  /** Stores a note with the terms of version 1. */
  async function insertEarlierNote() {
    const { note, titleKey, terms } = aNoteWrite(BILLS);
    const counts = terms.counts.filter(([term]) => !term.startsWith("+"));
    await documents.notes.insert(sub, { note, titleKey, terms: { ...terms, counts } }, []);
    await analysis().deleteMany({});
    return note;
  }

  describe("notes of an earlier analysis", () => {
    it("are found by what they had, and by their new terms after the sweep", async () => {
      const { id } = await insertEarlierNote();
      expect(await idsFor("Rechnungen")).toEqual([id]);
      expect(await idsFor("Rechnung")).toEqual([]);
      await documents.sweep();
      // Another word, as the counts of the first are remembered for seconds.
      expect(await idsFor("Freitagen")).toEqual([id]);
      expect(await idsFor("Rechnungen")).toEqual([id]);
      expect(await analysis().findOne({})).toMatchObject({ version: 2, target: 2 });
    });

    it("are gone on with where a process stopped, and then never read again", async () => {
      const { id } = await insertEarlierNote();
      await analysis().insertOne({ _id: "terms", version: 1, target: 2, writtenTo: id });
      await documents.sweep();
      expect(await idsFor("Rechnung")).toEqual([]);
      messages.length = 0;
      await documents.sweep();
      expect(messages).toEqual([]);
    });

    it("keep what was written meanwhile", async () => {
      const note = await insertEarlierNote();
      await documents.notes.update(sub, aRevision(note, { title: "Kein Papier mehr", content: "Alles digital." }), []);
      await documents.sweep();
      expect(await idsFor("Rechnung")).toEqual([]);
      expect(await idsFor("Papiere")).toEqual([note.id]);
    });
  });
});
