import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { aNoteWrite, aRevision } from "@knote/testkit";
import type { NoteWrite } from "@knote/api";
import { openIn, temporaryFolder } from "../testing/temporary-folder.ts";
import { migrate, MIGRATIONS } from "./migrate.ts";
import { openDatabase, schemaVersion } from "./open-database.ts";

const FIRST = "CREATE TABLE one (value INTEGER) STRICT; INSERT INTO one VALUES (1);";
const SECOND = "ALTER TABLE one ADD COLUMN other INTEGER; UPDATE one SET other = value + 1;";

describe("migrate", () => {
  it("brings a new file to the latest schema", () => {
    using folder = temporaryFolder();
    using db = openDatabase(folder.file("knote.db"));
    migrate(db, "knote.db");
    expect(schemaVersion(db, "knote.db")).toBe(MIGRATIONS.length);
    expect(db.prepare("SELECT count(*) AS count FROM notes").get()).toEqual({ count: 0 });
  });

  it("continues where an earlier version left off, and keeps the data", () => {
    using folder = temporaryFolder();
    using db = openDatabase(folder.file("knote.db"));
    migrate(db, "knote.db", [FIRST]);
    migrate(db, "knote.db", [FIRST, SECOND]);
    migrate(db, "knote.db", [FIRST, SECOND]);
    expect(db.prepare("SELECT * FROM one").all()).toEqual([{ value: 1, other: 2 }]);
    expect(schemaVersion(db, "knote.db")).toBe(2);
  });

  it("leaves everything as it was when a step fails", () => {
    using folder = temporaryFolder();
    using db = openDatabase(folder.file("knote.db"));
    migrate(db, "knote.db", [FIRST]);
    expect(() => migrate(db, "knote.db", [FIRST, `${SECOND} INSERT INTO nowhere VALUES (1);`])).toThrow("nowhere");
    expect(db.prepare("SELECT * FROM one").all()).toEqual([{ value: 1 }]);
    expect(schemaVersion(db, "knote.db")).toBe(1);
  });

  it("goes on serving the vectors of version 1 until they are replaced", async () => {
    using folder = temporaryFolder();
    const write = aNoteWrite();
    {
      using db = openDatabase(folder.file("knote.db"));
      migrate(db, "knote.db", MIGRATIONS.slice(0, 1));
      insertIntoFirstSchema(db, write);
    }
    await using storage = await openIn(folder);
    const nearest = () => storage.vectors.nearest("ada", "built-in", Float32Array.of(0.6, 0.8), { limit: 1 });
    expect(await storage.vectors.models()).toEqual({ serving: "built-in", next: null });
    expect(await nearest()).toMatchObject([{ id: write.note.id, similarity: expect.closeTo(1, 5) }]);
    expect(await storage.notes.update("ada", aRevision(write.note, { tags: ["new"] }), [])).toBe(true);
    expect(await nearest()).toHaveLength(1);
    await storage.vectors.serve("built-in");
    expect(await storage.vectors.pending("built-in")).toBe(1);
    expect(await nearest()).toHaveLength(1);
    expect(await storage.checkIntegrity()).toEqual([]);
  });

  it("refuses data of a newer version with a clear message", () => {
    using folder = temporaryFolder();
    using db = openDatabase(folder.file("knote.db"));
    migrate(db, "knote.db", [FIRST, SECOND]);
    expect(() => migrate(db, "knote.db", [FIRST])).toThrow(
      "The data in knote.db was written by a newer version of Knote (schema 2, this version of Knote knows up to 1). Nothing was changed.",
    );
  });

  it("refuses a database of another program", () => {
    using folder = temporaryFolder();
    const path = folder.file("knote.db");
    using foreign = new DatabaseSync(path);
    foreign.exec("CREATE TABLE theirs (value)");
    using db = openDatabase(path);
    expect(() => migrate(db, path)).toThrow("is not a Knote database");
    expect(db.prepare("SELECT name FROM sqlite_schema").all()).toEqual([{ name: "theirs" }]);
  });

  it("refuses a file that is no database and leaves it as it is", () => {
    using folder = temporaryFolder();
    const path = folder.file("knote.db");
    writeFileSync(path, "Not a database at all. ".repeat(100));
    expect(() => migrate(openDatabase(path), path)).toThrow("is not a Knote database");
    expect(readFileSync(path, "utf8")).toBe("Not a database at all. ".repeat(100));
  });
});

/** Inserts a note with its vector, as version 1 wrote them. */
function insertIntoFirstSchema(db: DatabaseSync, { note, titleKey, terms }: NoteWrite): void {
  db.exec("INSERT INTO users (user, sub, change, notes) VALUES (1, 'ada', 1, 1)");
  db.exec("INSERT INTO models (model, name, listed_to, list_until) VALUES (1, 'built-in', 0, 0)");
  db.prepare(
    `INSERT INTO notes (seq, user, id, note_type, importance, archived, created_at, updated_at, revision, change, length, tags, title_key, title, content)
     VALUES (1, 1, ?, ?, ?, 0, ?, ?, 1, 1, ?, '[]', ?, ?, ?)`,
  ).run(
    note.id,
    note.note_type,
    note.importance,
    note.created_at,
    note.updated_at,
    terms.length,
    titleKey,
    note.title,
    note.content,
  );
  const data = new Uint8Array(Float32Array.of(0.6, 0.8).buffer);
  db.prepare(
    'INSERT INTO vectors (user, model, seq, revision, "window", start, stop, data) VALUES (1, 1, 1, 1, 0, 0, 1, ?)',
  ).run(data);
}
