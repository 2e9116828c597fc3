import { DatabaseSync } from "node:sqlite";
import { aNoteWrite, eventually, freshId } from "@knote/testkit";
import { parseKeywordQuery } from "@knote/api";
import { describe, expect, it } from "vitest";
import type { SqliteStorage } from "./create-sqlite-storage.ts";
import { examineData } from "./operations/doctor/examine-data.ts";
import { MODEL, useEveryFeature } from "./testing/every-feature.ts";
import { openIn, temporaryFolder } from "./testing/temporary-folder.ts";

const GONE = "github:4711";
const STAYS = "github:4712";
const NOW = Date.now();

/** Returns the values of each table, the full-text index's own tables included, as one text per table. */
function everyTable(path: string): Map<string, string> {
  using db = new DatabaseSync(path, { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return new Map(
    tables.map(({ name }) => {
      const rows = db.prepare(`SELECT * FROM "${String(name)}"`, { readBigInts: true }).all();
      const text = rows.flatMap((row) => Object.values(row).map(textOf)).join("\n");
      return [String(name), text];
    }),
  );
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
}

/** Returns each table that contains one of the words, with the word. */
function traces(storage: SqliteStorage, words: readonly string[]): [table: string, trace: string][] {
  return [...everyTable(storage.path)].flatMap(([table, text]) =>
    words.flatMap((word) =>
      text.toLowerCase().includes(word.toLowerCase()) ? [[table, word] as [string, string]] : [],
    ),
  );
}

async function givenTwoUsers(storage: SqliteStorage) {
  await storage.vectors.serve(MODEL);
  const notes = await useEveryFeature(storage, GONE);
  const digest = freshId();
  const times = { createdAt: NOW, lastUsedAt: NOW, expiresAt: NOW + 60_000 };
  const session = { id: freshId(), userId: GONE, name: "Zaphod", login: "zbeeblebrox", userAgent: "Heart/1", ...times };
  await storage.sessions.create(digest, session, null);
  await storage.quota.warnOnce(GONE, "2026-03", "queries");
  const { note } = aNoteWrite({ title: "Foxes dig" });
  await storage.notes.insert(STAYS, aNoteWrite(note), []);
  const own = [
    "owl",
    "hunt",
    "noct",
    "eulen",
    GONE,
    "zaphod",
    "zbeeblebrox",
    "Heart/1",
    "answered",
    digest,
    session.id,
  ];
  return { words: [...own, ...notes.slice(0, 4).map(({ id }) => id)], note };
}

describe("erasing a user", () => {
  it("leaves nothing in any table, nor in the search index", async () => {
    using folder = temporaryFolder();
    await using storage = await openIn(folder);
    const { words, note } = await givenTwoUsers(storage);
    const before = traces(storage, words);
    expect(words.filter((word) => before.every(([, found]) => found !== word))).toEqual([]);
    expect(before.map(([table]) => table)).toContain("terms_data");
    await storage.users.erase(GONE, NOW);
    expect(traces(storage, words)).toEqual([]);
    using db = new DatabaseSync(storage.path, { readOnly: true });
    expect(db.prepare("SELECT DISTINCT term FROM postings WHERE term LIKE '%owl%'").all()).toEqual([]);
    expect(await storage.vectors.pending(MODEL)).toBe(1);
    expect(await storage.notes.get(STAYS, note.id)).toEqual(note);
    expect(await storage.keywords.search(STAYS, parseKeywordQuery("foxes", "all")!, {})).toHaveLength(1);
    expect(await storage.checkIntegrity()).toEqual([]);
  });

  it("leaves sound data, and never reuses the numbers of erased users", async () => {
    using folder = temporaryFolder();
    {
      await using storage = await openIn(folder);
      await givenTwoUsers(storage);
      await storage.users.setTier("github:4713", "pro");
      await storage.users.erase("github:4713", NOW);
      await storage.users.erase(GONE, NOW);
      await storage.users.ensure(GONE, "free");
    }
    using db = new DatabaseSync(folder.file("knote.db"));
    const numbers = db.prepare("SELECT user, sub FROM users ORDER BY user").all();
    expect(numbers.map(({ user, sub }) => [user, sub])).toEqual([
      [1, "demo:erased:1"],
      [2, STAYS],
      [3, "demo:erased:3"],
      [4, GONE],
    ]);
    const findings = examineData({ dataDir: folder.path });
    expect(findings.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it("is finished later when it was interrupted, and hides the user's data until then", async () => {
    using folder = temporaryFolder();
    const { words } = await openIn(folder).then(async (storage) => {
      const given = await givenTwoUsers(storage);
      await storage.close();
      return given;
    });
    {
      // The state after the first write of an erasure.
      using db = new DatabaseSync(folder.file("knote.db"));
      db.exec("UPDATE users SET sub = 'demo:erasing:1' WHERE user = 1; DELETE FROM sessions WHERE user = 1");
    }
    await using storage = await openIn(folder);
    expect(await storage.notes.counts(GONE)).toMatchObject({ totalNotes: 0 });
    for (const limit of [1, 100])
      expect((await storage.vectors.due(MODEL, limit)).map(({ userId }) => userId)).toEqual([STAYS]);
    await eventually(() => expect(traces(storage, words)).toEqual([]));
  });
});
