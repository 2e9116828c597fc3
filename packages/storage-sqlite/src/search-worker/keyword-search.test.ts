import fc from "fast-check";
import {
  indexTerms,
  parseKeywordQuery,
  titleKey,
  type KeywordHit,
  type KeywordIndex,
  type NoteSelection,
  type NoteWrite,
} from "@knote/api";
import { aNote, createMemoryStorage, freshUserId } from "@knote/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openIn, temporaryFolder, type TemporaryFolder, type TemporaryStorage } from "../testing/temporary-folder.ts";

const WORDS = [
  "owl",
  "owls",
  "hunting",
  "hunts",
  "night",
  "the",
  "to",
  "be",
  "organizing",
  "organize",
  "c++",
  "node.js",
  "zürich",
  "寿司",
  "mice",
];
const word = fc.constantFrom(...WORDS);
const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(" "));
const tags = fc.uniqueArray(word, { maxLength: 3 });
const note = fc.record({
  title: text,
  content: text,
  tags,
  note_type: fc.constantFrom("fact" as const, "belief" as const),
  archived: fc.boolean(),
});
const unit = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 1, arbitrary: word.map((whole) => `${whole.slice(0, 3)}*`) },
  { weight: 2, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `"${words.join(" ")}"`) },
);
const q = fc.array(unit, { minLength: 1, maxLength: 4 }).map((units) => units.join(" "));
const selection: fc.Arbitrary<NoteSelection> = fc.constantFrom(
  {},
  { noteTypes: ["fact"] as const },
  { tags: ["OWL", "mice"] },
  { states: { archived: false, others: "all" as const } },
);
const change = fc.constantFrom("keep", "keep", "keep", "revise", "delete", "restore", "purge");

describe("keyword search", () => {
  let folder: TemporaryFolder;
  let storage: TemporaryStorage;

  beforeAll(async () => {
    folder = temporaryFolder();
    storage = await openIn(folder);
  });

  afterAll(async () => {
    await storage.close();
    folder[Symbol.dispose]();
  });

  it("ranks like a plain implementation, each user by only their own notes", async () => {
    const searches = fc.array(
      fc.record({
        q,
        match: fc.constantFrom("all" as const, "any" as const),
        selection,
        limit: fc.option(fc.nat(5), { nil: undefined }),
      }),
      { minLength: 4, maxLength: 8 },
    );
    const corpus = fc.array(fc.tuple(note, change), { maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(corpus, corpus, searches, async (hers, his, searchCases) => {
        const memory = createMemoryStorage();
        const [ada, bob] = [freshUserId(), freshUserId()];
        const writes = [
          ...hers.map((entry) => [ada, ...entry] as const),
          ...his.map((entry) => [bob, ...entry] as const),
        ];
        for (const [userId, fields, what] of writes) {
          const write = writeOf(aNote(fields));
          for (const engine of [memory, storage]) await applyChange(engine.notes, userId, write, what);
        }
        const ids = (await memory.notes.list(ada, {}, { limit: 100 })).map(({ id }) => id);
        for (const search of searchCases) {
          const query = parseKeywordQuery(search.q, search.match);
          if (query === null) continue;
          const find = (index: KeywordIndex, userId: string) =>
            index.search(userId, query, search.selection, search.limit);
          for (const userId of [ada, bob])
            expectAlike(await find(storage.keywords, userId), await find(memory.keywords, userId));
          expectAlike(await storage.keywords.scores(ada, query, ids), await memory.keywords.scores(ada, query, ids));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("matches terms exactly, whatever characters they contain", async () => {
    const term = fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).filter((value) => value.isWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(term, { minLength: 2, maxLength: 8 }), async (terms) => {
        const userId = freshUserId();
        const notes = terms.map((own, index) => ({
          note: aNote(),
          titleKey: "",
          terms: { counts: [[`=${own}`, index + 1] as const], length: 10 },
        }));
        await Promise.all(notes.map((write) => storage.notes.insert(userId, write, [])));
        for (const [index, own] of terms.entries()) {
          const units = [{ clauses: [{ exact: [`=${own}`], prefixes: [] }] }];
          const hits = await storage.keywords.search(userId, { match: "all", units }, {});
          expect(hits.map(({ id }) => id)).toEqual([notes[index]!.note.id]);
        }
      }),
      { numRuns: 30 },
    );
  });
});

function writeOf(storedNote: NoteWrite["note"]): NoteWrite {
  return {
    note: storedNote,
    terms: indexTerms([storedNote.title, storedNote.content, ...storedNote.tags]),
    titleKey: titleKey(storedNote.title),
  };
}

type Notes = TemporaryStorage["notes"];

async function applyChange(notes: Notes, userId: string, write: NoteWrite, what: string): Promise<void> {
  const { id } = write.note;
  await notes.insert(userId, write, []);
  if (what === "revise")
    await notes.update(userId, writeOf({ ...write.note, revision: 2, content: "owls moved on", tags: ["mice"] }), []);
  if (what === "delete" || what === "restore") await notes.delete(userId, id, write.note.created_at, []);
  if (what === "restore") await notes.restore(userId, id, () => []);
  if (what === "purge") await notes.purge(userId, id, []);
}

function expectAlike(actual: readonly KeywordHit[], expectedHits: readonly KeywordHit[]): void {
  expect(actual.map(({ id }) => id)).toEqual(expectedHits.map(({ id }) => id));
  for (const [index, { score }] of actual.entries()) expect(score).toBeCloseTo(expectedHits[index]!.score, 9);
}
