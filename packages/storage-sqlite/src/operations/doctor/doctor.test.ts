import { copyFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parseKeywordQuery } from "@knote/api";
import { testClock } from "@knote/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextLine, startChild } from "../../testing/child-process.ts";
import { DERIVABLE, FIRST, UNRECOVERABLE } from "../../testing/damages.ts";
import { MODEL, useEveryFeature } from "../../testing/every-feature.ts";
import { openIn, temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";
import { CHECKS } from "./checks.ts";
import { examineData, mendData, type Finding } from "./examine-data.ts";

let sound: TemporaryFolder;

beforeAll(async () => {
  sound = temporaryFolder();
  await using storage = await openIn(sound);
  await storage.vectors.serve(MODEL);
  await useEveryFeature(storage, "ada");
  await useEveryFeature(storage, "grace");
});
afterAll(() => sound[Symbol.dispose]());

/** Copies the sound data and runs this SQL on the copy. */
function damagedCopy(sql: string): { readonly folder: TemporaryFolder; readonly [Symbol.dispose]: () => void } {
  const folder = temporaryFolder();
  const path = folder.file("knote.db");
  copyFileSync(sound.file("knote.db"), path);
  using db = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false });
  db.exec(sql);
  return { folder, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

function messagesOf(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ check, problems }) => problems.map(({ what, count }) => `${check}: ${count} ${what}`));
}

describe("the doctor", () => {
  it("finds no problem in sound data of two users that use every feature, and names its checks", () => {
    const findings = examineData({ dataDir: sound.path });
    expect(messagesOf(findings)).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(CHECKS.map(({ name }) => name));
    expect(messagesOf(mendData({ dataDir: sound.path }))).toEqual([]);
  });

  it.each(DERIVABLE)("finds and mends: %s", (sql, ...messages) => {
    using data = damagedCopy(sql);
    const location = { dataDir: data.folder.path };
    const findings = examineData(location);
    expect(messagesOf(findings)).toEqual(expect.arrayContaining(messages));
    const mendedFindings = mendData(location);
    expect(messagesOf(mendedFindings)).toEqual([]);
    expect(messagesOf(examineData(location))).toEqual([]);
  });

  it.each(UNRECOVERABLE)("finds and leaves alone: %s", (sql, ...messages) => {
    using data = damagedCopy(sql);
    const location = { dataDir: data.folder.path };
    expect(messagesOf(examineData(location))).toEqual(expect.arrayContaining(messages));
    expect(messagesOf(mendData(location))).toEqual(expect.arrayContaining(messages));
    expect(messagesOf(examineData(location))).toEqual(expect.arrayContaining(messages));
  });

  it("reports ids, and no text of the owner", () => {
    using data = damagedCopy("DELETE FROM note_tags; UPDATE notes SET title_key = 'other', length = 1");
    const findings = examineData({ dataDir: data.folder.path });
    expect(JSON.stringify(findings)).not.toMatch(/owl|birds/i);
    expect(findings.find(({ check }) => check === "titles")!.problems[0]!.example).toMatch(/^[\da-f-]{36}$/);
  });

  it("makes notes findable again by mending", async () => {
    using data = damagedCopy("INSERT INTO terms (terms) VALUES ('delete-all')");
    const search = async () => {
      await using storage = await openIn(data.folder);
      return await storage.keywords.search("ada", parseKeywordQuery("barn owls")!, {});
    };
    expect(await search()).toEqual([]);
    mendData({ dataDir: data.folder.path });
    expect(await search()).toHaveLength(1);
  });

  it("finishes mending after several kills, and changes no note", async () => {
    using data = damagedCopy(
      `WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
       INSERT INTO notes SELECT i, user, 'copy ' || i, note_type, importance, archived, created_at, updated_at, NULL, 1, 1, 0,
         tags, '', title, content, 0, NULL, NULL FROM n, notes WHERE seq = ${FIRST};
       DELETE FROM note_tags; INSERT INTO terms (terms) VALUES ('delete-all')`,
    );
    const texts = () => {
      using db = new DatabaseSync(data.folder.file("knote.db"), { readOnly: true });
      return db.prepare("SELECT seq, id, title, content, tags, revision FROM notes").all();
    };
    const before = texts();
    for (const delayMs of [250, 400, 600]) {
      await using child = startChild("./mend-data.ts", [data.folder.path], { cache: data.folder.file("cache") });
      expect(await nextLine(child)).toBe("mending");
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await child.kill();
      expect(texts()).toEqual(before);
    }
    expect(messagesOf(mendData({ dataDir: data.folder.path }))).toEqual([]);
    expect(texts()).toEqual(before);
  });

  it("examines beside a running server, and refuses to mend there", async () => {
    using data = damagedCopy("DELETE FROM note_tags");
    await using storage = await openIn(data.folder);
    const before = messagesOf(examineData({ dataDir: data.folder.path }));
    expect(before).toEqual(["tags: 6 notes listed under other tags than theirs"]);
    expect(() => mendData({ dataDir: data.folder.path })).toThrow("is in use by another Knote server");
    expect(messagesOf(examineData({ dataDir: data.folder.path }))).toEqual(before);
    expect(await storage.checkIntegrity()).toEqual([]);
  });

  it("reports expired trash only when a server should have purged it", async () => {
    using data = damagedCopy("UPDATE notes SET deleted_at = '2026-01-01T00:00:00.000Z' WHERE deleted_at IS NOT NULL");
    const clock = testClock(Date.now());
    expect(messagesOf(examineData({ dataDir: data.folder.path }, clock))).toEqual([]);
    await using storage = await openIn(data.folder);
    expect(messagesOf(examineData({ dataDir: data.folder.path }, clock))).toEqual([
      "trash: 2 deleted notes past their time",
    ]);
    await storage.checkDocuments();
  });

  it("refuses missing data and other schemas with a clear message", () => {
    using empty = temporaryFolder();
    expect(() => examineData({ dataDir: empty.path })).toThrow(/^There is no database \S+knote\.db\.$/);
    using earlier = damagedCopy("PRAGMA user_version = 1");
    expect(() => examineData({ dataDir: earlier.folder.path })).toThrow("start the server once");
    using later = damagedCopy("PRAGMA user_version = 99");
    expect(() => mendData({ dataDir: later.folder.path })).toThrow("newer version of Knote");
  });
});
