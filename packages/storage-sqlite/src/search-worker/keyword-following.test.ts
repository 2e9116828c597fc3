import fc from "fast-check";
import { noteWrite, parseKeywordQuery, type KeywordIndex, type StoredNote } from "@knote/api";
import { aNote, createMemoryStorage, freshUserId } from "@knote/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openIn, temporaryFolder, type TemporaryFolder, type TemporaryStorage } from "../testing/temporary-folder.ts";

const QUERIES = [
  ...["owl", "mice night", "ow* hunts", '"the owl" hunts', '"to be"', "zürich"].map((q) =>
    parseKeywordQuery(q, "any")!,
  ),
  ...[1, 2, 5].map((mostNotes) => ({ ...parseKeywordQuery("owl mice night hunts zürich", "any")!, mostNotes })),
];
const text = fc
  .array(fc.constantFrom("owl", "owls", "hunting", "hunts", "night", "the", "to", "be", "mice", "Zürich"), {
    minLength: 1,
    maxLength: 12,
  })
  .map((words) => words.join(" "));
const step = fc.record({
  what: fc.constantFrom("insert", "insert", "insert", "many", "revise", "archive", "delete", "restore", "purge"),
  which: fc.nat(),
  content: text,
});

type Notes = Pick<TemporaryStorage, "notes">;

describe("keyword search while notes change", () => {
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

  it("finds after each change the same as a plain implementation", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const memory = createMemoryStorage();
        const userId = freshUserId();
        const storedNotes: StoredNote[] = [];
        for (const { what, which, content } of steps) {
          const change = changeOf(storedNotes, what, which, content);
          for (const engine of [memory, storage]) await change(engine, userId);
          for (const query of QUERIES) {
            const find = (index: KeywordIndex) => index.search(userId, query, {});
            const [actual, expectedHits] = [await find(storage.keywords), await find(memory.keywords)];
            expect(actual.map(({ id }) => id)).toEqual(expectedHits.map(({ id }) => id));
            actual.forEach(({ score }, index) => expect(score).toBeCloseTo(expectedHits[index]!.score, 9));
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  it("uses the terms that a note was written with, even if its texts have others", async () => {
    const userId = freshUserId();
    const ids = async (q: string) =>
      (await storage.keywords.search(userId, parseKeywordQuery(q)!, {})).map(({ id }) => id);
    await storage.notes.insert(userId, noteWrite(aNote({ title: "Owls" })), []);
    await ids("bats");
    const odd = aNote({ title: "Owls" });
    await storage.notes.insert(
      userId,
      { note: odd, titleKey: "", terms: { counts: [["~bat", 1] as const], length: 40 } },
      [],
    );
    expect(await ids("bats")).toEqual([odd.id]);
  });
});

/** Returns a change of one note, or an insert of many. */
function changeOf(storedNotes: StoredNote[], what: string, which: number, content: string) {
  const note = storedNotes[which % Math.max(1, storedNotes.length)];
  if (what === "insert" || what === "many" || note === undefined) {
    const newNotes = Array.from({ length: what === "many" ? 20 : 1 }, () => aNote({ title: "-", content }));
    storedNotes.push(...newNotes);
    return async ({ notes }: Notes, userId: string) => {
      for (const one of newNotes) await notes.insert(userId, noteWrite(one), []);
    };
  }
  if (what === "revise" || what === "archive") {
    const next = { ...note, revision: note.revision + 1, ...(what === "revise" ? { content } : { archived: true }) };
    storedNotes[storedNotes.indexOf(note)] = next;
    return async ({ notes }: Notes, userId: string) => void (await notes.update(userId, noteWrite(next), []));
  }
  return async ({ notes }: Notes, userId: string) => {
    if (what === "delete") await notes.delete(userId, note.id, note.created_at, []);
    else if (what === "restore") await notes.restore(userId, note.id, () => []);
    else await notes.purge(userId, note.id, []);
  };
}
