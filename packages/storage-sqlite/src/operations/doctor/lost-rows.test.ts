import { copyFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { aNoteWrite, aToken } from "@knote/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { MODEL, useEveryFeature } from "../../testing/every-feature.ts";
import { openIn, temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";
import { examineData, mendData, type FoundProblem } from "./examine-data.ts";

/** Tables whose lost rows cannot be detected, as docs/operations.md says. */
const UNDETECTABLE = ["purges", "reservations", "sessions", "sign_in_codes", "token_cuts", "tokens", "usage_warnings"];
/** A setting that every merge of search terms writes. */
const MERGE_SETTING = "k = 'usermerge'";
const ROWS_OF_EACH = 25;

/** Sound data with rows in every table; created first, since the tests are generated from its tables. */
const sound = await soundData();
afterAll(() => sound[Symbol.dispose]());

async function soundData(): Promise<TemporaryFolder> {
  const folder = temporaryFolder();
  await using storage = await openIn(folder);
  await storage.vectors.serve(MODEL);
  const now = Date.now();
  for (const sub of ["ada", "grace"]) {
    await useEveryFeature(storage, sub);
    await storage.notes.insert(sub, aNoteWrite({ title: "Not embedded yet" }), []);
    const times = { createdAt: now, lastUsedAt: now, expiresAt: now + 3_600_000 };
    const session = { id: `session of ${sub}`, userId: sub, name: sub, login: null, userAgent: "", ...times };
    await storage.sessions.create(`digest of ${sub}`, session, null);
    await storage.tokens.create(`token of ${sub}`, aToken(sub), 1);
    await storage.sessions.addCode(`code of ${sub}`, now + 3_600_000);
    await storage.quota.warnOnce(sub, "2026-03", "queries");
  }
  await storage.users.erase("a user who left", Math.floor(now / 1_000));
  return folder;
}

interface StoredRow {
  readonly table: string;
  /** The SQL condition that finds the row. */
  readonly condition: string;
}

function tables(): string[] {
  using db = new DatabaseSync(sound.file("knote.db"), { readOnly: true });
  return db
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') ORDER BY name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== "sqlite_schema");
}

function rowsOf(table: string): StoredRow[] {
  using db = new DatabaseSync(sound.file("knote.db"), { readOnly: true });
  const { wr } = db.prepare("SELECT wr FROM pragma_table_list WHERE name = ?").get(table) as { wr: number };
  const key = db.prepare("SELECT name FROM pragma_table_info(?) WHERE pk > 0").all(table);
  const columns = wr === 1 ? key.map(({ name }) => String(name)) : ["rowid"];
  const condition = columns.map((column) => `'${column} = ' || quote(${column})`).join(" || ' AND ' || ");
  const rows = db.prepare(`SELECT ${condition} AS condition FROM ${table} LIMIT ${ROWS_OF_EACH}`).all();
  return rows
    .map((row) => ({ table, condition: String(row["condition"]) }))
    .filter((row) => row.condition !== MERGE_SETTING);
}

/** Copies the sound data without this row. */
function without({ table, condition }: StoredRow): TemporaryFolder {
  const folder = temporaryFolder();
  copyFileSync(sound.file("knote.db"), folder.file("knote.db"));
  using db = new DatabaseSync(folder.file("knote.db"), { enableForeignKeyConstraints: false, defensive: false });
  expect(db.prepare(`DELETE FROM ${table} WHERE ${condition}`).run().changes).toBe(1);
  return folder;
}

function problemsIn(folder: TemporaryFolder): FoundProblem[] {
  return examineData({ dataDir: folder.path }).flatMap(({ problems }) => problems);
}

it("finds nothing in data with rows in every table", () => {
  expect(problemsIn(sound)).toEqual([]);
  expect(tables().filter((table) => rowsOf(table).length === 0)).toEqual([]);
});

describe.each(tables().filter((table) => !UNDETECTABLE.includes(table)))("a lost row of %s", (table) => {
  it("is reported, whichever row it is, and mended or reported again", () => {
    for (const row of rowsOf(table)) {
      using folder = without(row);
      const name = `${table} WHERE ${row.condition}`;
      expect(problemsIn(folder), name).not.toEqual([]);
      const findings = mendData({ dataDir: folder.path });
      const reportedProblems = findings.flatMap(({ problems, mended, lost }) => [...problems, ...mended, ...lost]);
      expect(reportedProblems, name).not.toEqual([]);
      const remaining = findings.flatMap(({ problems }) => problems.map(({ what }) => what));
      expect(
        problemsIn(folder).map(({ what }) => what),
        name,
      ).toEqual(remaining);
    }
  });
});

it.each(UNDETECTABLE)("a lost row of %s goes unnoticed, and harms nothing else", (table) => {
  using folder = without(rowsOf(table)[0]!);
  expect(problemsIn(folder)).toEqual([]);
});

describe("a loss", () => {
  it.each([
    ["links", "users with fewer links than were counted"],
    ["past_links", "users with fewer removed links than were counted"],
    ["looks", "users with fewer looks than were counted"],
    ["usage", "months with fewer questions counted than were answered"],
    ["event_key", "missing key for the ids of events"],
  ])("of %s is reported by the repair, and not afterwards", (table, what) => {
    using folder = without(rowsOf(table)[0]!);
    const location = { dataDir: folder.path };
    expect(problemsIn(folder)).toEqual([expect.objectContaining({ what, count: 1, canBeMended: false })]);
    const findings = mendData(location);
    expect(findings.flatMap(({ problems, mended }) => [...problems, ...mended])).toEqual([]);
    expect(findings.flatMap(({ lost }) => lost)).toEqual([expect.objectContaining({ what, count: 1 })]);
    expect(problemsIn(folder)).toEqual([]);
  });

  it("of a note is reported although its words, tags and vectors are removed", () => {
    using folder = temporaryFolder();
    copyFileSync(sound.file("knote.db"), folder.file("knote.db"));
    {
      using db = new DatabaseSync(folder.file("knote.db"), { enableForeignKeyConstraints: false });
      db.exec("DELETE FROM notes WHERE title = 'Not embedded yet' AND user = 1");
    }
    const messages = mendData({ dataDir: folder.path }).flatMap(({ lost }) => lost.map(({ what }) => what));
    expect(messages).toEqual(["users with fewer notes than were counted"]);
  });
});
