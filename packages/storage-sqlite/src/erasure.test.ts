import { DatabaseSync } from "node:sqlite";
import { aGrant, aNoteWrite, eventually, freshId } from "@knote/testkit";
import { parseKeywordQuery } from "@knote/api";
import { describe, expect, it } from "vitest";
import type { SqliteStorage } from "./create-sqlite-storage.ts";
import { examineData } from "./operations/doctor/examine-data.ts";
import { MODEL, useEveryFeature } from "./testing/every-feature.ts";
import { openIn, temporaryFolder } from "./testing/temporary-folder.ts";

const ERASED_USER = "github:4711";
const OTHER_USER = "github:4712";
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
  const notes = await useEveryFeature(storage, ERASED_USER);
  const digest = freshId();
  const times = { createdAt: NOW, lastUsedAt: NOW, expiresAt: NOW + 60_000 };
  const session = {
    id: freshId(),
    userId: ERASED_USER,
    name: "Zaphod",
    login: "zbeeblebrox",
    userAgent: "Heart/1",
    ...times,
  };
  await storage.sessions.create(digest, session, null);
  const token = aGrant(ERASED_USER, {}, { name: "Vogon poems", login: "zbeeblebrox" });
  await storage.tokens.create(`token ${digest}`, token, 1);
  await storage.quota.warnOnce(ERASED_USER, "2026-03", "queries");
  const { note } = aNoteWrite({ title: "Foxes dig" });
  await storage.notes.insert(OTHER_USER, aNoteWrite(note), []);
  const own = [
    "owl",
    "hunt",
    "noct",
    "eulen",
    ERASED_USER,
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
    expect(words.filter((word) => before.every(([, trace]) => trace !== word))).toEqual([]);
    expect(before.map(([table]) => table)).toContain("terms_data");
    await storage.users.erase(ERASED_USER, NOW);
    expect(traces(storage, words)).toEqual([]);
    using db = new DatabaseSync(storage.path, { readOnly: true });
    expect(db.prepare("SELECT DISTINCT term FROM postings WHERE term LIKE '%owl%'").all()).toEqual([]);
    expect(await storage.vectors.pending(MODEL)).toBe(1);
    expect(await storage.notes.get(OTHER_USER, note.id)).toEqual(note);
    expect(await storage.keywords.search(OTHER_USER, parseKeywordQuery("foxes", "all")!, {})).toHaveLength(1);
    expect(await storage.checkIntegrity()).toEqual([]);
  });

  it("leaves sound data, and never reuses the numbers of erased users", async () => {
    using folder = temporaryFolder();
    {
      await using storage = await openIn(folder);
      await givenTwoUsers(storage);
      await storage.users.setTier("github:4713", "pro");
      await storage.users.erase("github:4713", NOW);
      await storage.users.erase(ERASED_USER, NOW);
      await storage.users.ensure(ERASED_USER, "free");
    }
    using db = new DatabaseSync(folder.file("knote.db"));
    const numbers = db.prepare("SELECT user, sub FROM users ORDER BY user").all();
    expect(numbers.map(({ user, sub }) => [user, sub])).toEqual([
      [1, "demo:erased:1"],
      [2, OTHER_USER],
      [3, "demo:erased:3"],
      [4, ERASED_USER],
    ]);
    const findings = examineData({ dataDir: folder.path });
    expect(findings.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it("is finished later when it was interrupted, and hides the user's data until then", async () => {
    using folder = temporaryFolder();
    const { words } = await openIn(folder).then(async (storage) => {
      const fixture = await givenTwoUsers(storage);
      await storage.close();
      return fixture;
    });
    {
      // The state after the first write of an erasure.
      using db = new DatabaseSync(folder.file("knote.db"));
      db.exec("UPDATE users SET sub = 'demo:erasing:1' WHERE user = 1; DELETE FROM sessions; DELETE FROM tokens");
    }
    await using storage = await openIn(folder);
    expect(await storage.notes.counts(ERASED_USER)).toMatchObject({ totalNotes: 0 });
    for (const limit of [1, 100])
      expect((await storage.vectors.due(MODEL, limit)).map(({ userId }) => userId)).toEqual([OTHER_USER]);
    await eventually(() => expect(traces(storage, words)).toEqual([]));
  });
});
