import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
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

  it("takes up where an earlier version left off, and keeps the data", () => {
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

  it("refuses data of a newer version in a clear sentence", () => {
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
