import { parseKeywordQuery } from "@knote/api";
import { aNoteWrite, freshUserId, withService } from "@knote/testkit";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../../testing/open-database.ts";
import type { NoteDocument } from "../models/note-model.ts";
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

  /** Titles of what a search reads when it may read six notes. */
  async function candidates(q: string, match: "any" | "all"): Promise<string[]> {
    const notes = database.raw.collection<NoteDocument>("notes");
    const known = { corpus: { notes: 15, totalLength: 17 }, changes: 1, stopPhrases: new Map() };
    const query = await createWeighing({ notes })(owner, parseKeywordQuery(q, match)!, known);
    const found = await createCandidates({ notes }, MOST).matching(owner, query, {});
    const read = await notes.find({ _id: { $in: found.map(({ _id }) => _id) } }).toArray();
    return read.map(({ title }) => title).toSorted();
  }

  it("brings the notes of the rarest words, and leaves out words that would lead beyond the most it reads", async () => {
    expect(await candidates("owls noon", "any")).toEqual(["Noon", "Noon", "Owls at noon"]);
  });

  it("reads no more than its most for a word that stands nearly everywhere", async () => {
    expect(await candidates("owls", "any")).toHaveLength(MOST);
    expect(await candidates("owls", "all")).toHaveLength(MOST);
  });

  it("has the database demand all words together, so that few are read for common ones", async () => {
    expect(await candidates("owls noon", "all")).toEqual(["Owls at noon"]);
  });
});
