import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, it } from "vitest";
import { prepareTitleKeys } from "./title-keys.ts";

const RUNS = Number(process.env["KNOTE_TITLE_KEY_RUNS"] ?? 200);
/** Short stems, so that keys begin alike; some have code points that JavaScript orders otherwise than SQLite. */
const stem = fc.constantFrom("a", "ab", "b", "\uD7FF", "\u{FFFD}", "\u{10000}", "\u{10FFFF}");
const key = fc.array(stem, { minLength: 1, maxLength: 4 }).map((stems) => stems.join(" "));
const keys = fc.uniqueArray(key, { maxLength: 30 });

const openNotes = () => {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE notes (user INTEGER, title_key TEXT, deleted_at TEXT)");
  return db;
};

it("leaves in all keys of live notes, in the order asked for", () => {
  using db = openNotes();
  const insert = db.prepare("INSERT INTO notes VALUES (1, ?, NULL)");
  const possibleAmong = prepareTitleKeys(db);
  fc.assert(
    fc.property(keys, keys, (storedKeys, others) => {
      db.exec("DELETE FROM notes");
      for (const one of storedKeys) insert.run(one);
      const askedKeys = [...new Set([...others, ...storedKeys])];
      const possible = possibleAmong(1, askedKeys);
      expect(possible.filter((one) => storedKeys.includes(one))).toEqual(
        askedKeys.filter((one) => storedKeys.includes(one)),
      );
      expect(possible).toEqual(askedKeys.filter((one) => possible.includes(one)));
    }),
    { numRuns: RUNS },
  );
});

it("leaves out keys of which no live title of the user has the first two stems", () => {
  using db = openNotes();
  db.exec(
    "INSERT INTO notes VALUES (1, 'owl hunt mice', NULL), (1, 'bat fli low', '2026-03-01'), (2, 'cat sleep', NULL)",
  );
  const possibleAmong = prepareTitleKeys(db);
  const askedKeys = ["owl", "owl hunt", "owl hunt by", "owl huntress", "owl fli", "bat fli low", "cat sleep"];
  expect(possibleAmong(1, askedKeys)).toEqual(["owl", "owl hunt", "owl hunt by"]);
  expect(possibleAmong(null, askedKeys)).toEqual(["owl"]);
});
