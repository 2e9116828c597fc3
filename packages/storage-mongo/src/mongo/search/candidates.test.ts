import { parseKeywordQuery, type StateSelection } from "@knote/api";
import { aNoteWrite, freshUserId, withService } from "@knote/testkit";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../../testing/open-database.ts";
import type { NoteDocument } from "../collections/notes.ts";
import { createCandidates } from "./candidates.ts";
import { createWeighing } from "./weigh-query.ts";

const MOST = 6;

withService("TEST_MONGODB_URL", (url) => {
  let database: TestDatabase;
  let owner: string;

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
    const documents = await database.open();
    const sub = freshUserId();
    const titles = [...Array.from({ length: 12 }, () => "Owls"), "Owls at noon", "Noon", "Noon"];
    const writes = titles.map((title) => ({ ...aNoteWrite({ title, content: "-" }), key: null }));
    await documents.notes.insertMany(sub, writes);
    await documents.close();
    owner = (await database.raw.collection("users").findOne({ sub }))!["owner"] as string;
  });

  afterAll(() => database[Symbol.asyncDispose]());

  /** Returns the titles of what a search reads when it may read `MOST` notes. */
  async function candidates(q: string, match: "any" | "all", states?: StateSelection): Promise<string[]> {
    const notes = database.raw.collection<NoteDocument>("notes");
    const statistics = { corpus: { notes: 15, totalLength: 17 }, changes: 1, stopPhrases: new Map() };
    const query = await createWeighing({ notes })(owner, parseKeywordQuery(q, match)!, statistics);
    const candidateNotes = await createCandidates({ notes }, MOST).matching(owner, query, {
      ...(states && { states }),
    });
    const read = await notes.find({ _id: { $in: candidateNotes.map(({ _id }) => _id) } }).toArray();
    return read.map(({ title }) => title).toSorted();
  }

  it("reads the notes of the rarest words, and leaves out words that would exceed the most it reads", async () => {
    expect(await candidates("owls noon", "any")).toEqual(["Noon", "Noon", "Owls at noon"]);
  });

  it("reads no more than its most for a word of nearly all notes", async () => {
    expect(await candidates("owls", "any")).toHaveLength(MOST);
    expect(await candidates("owls", "all")).toHaveLength(MOST);
  });

  it.each(["any", "all"] as const)("finds the named notes, however many others hold %s words", async (match) => {
    const owls = database.raw.collection<NoteDocument>("notes").find({ title: "Owls" });
    const [last] = await owls.sort({ _id: -1 }).limit(1).toArray();
    const noon = await database.raw.collection<NoteDocument>("notes").findOne({ title: "Noon" });
    const only = new Set([last!._id, noon!._id]);
    expect(await candidates("owls", match, { archived: false, others: { only } })).toContain("Owls");
    expect(await candidates("owls", match, { archived: true, others: { only } })).toContain("Owls");
    const nothing = { archived: false, others: { only: new Set<string>() } };
    expect(await candidates("owls", match, nothing)).toEqual([]);
  });

  it("reads as many more as named notes are left out", async () => {
    const owls = await database.raw.collection<NoteDocument>("notes").find({ title: "Owls" }).toArray();
    const except = new Set(owls.slice(0, MOST).map(({ _id }) => _id));
    const states = { archived: false, others: { except } };
    expect(await candidates("owls", "all", states)).toHaveLength(2 * MOST);
  });

  it("has the database require all words together, so that common words bring few notes", async () => {
    expect(await candidates("owls noon", "all")).toEqual(["Owls at noon"]);
  });
});
