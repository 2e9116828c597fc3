import { expect, it } from "vitest";
import { compareIndex, type FoundIndex } from "./compare-index.ts";
import type { WantedIndex } from "./wanted-indexes.ts";

const KEY = { userId: 1, at: -1 };
const WANTED: WantedIndex = { collection: "notes", name: "by_time", key: KEY, unique: false, options: {} };
const UNIQUE: WantedIndex = { ...WANTED, unique: true, options: { unique: true } };
const PARTIAL: WantedIndex = { ...WANTED, options: { partialFilterExpression: { at: { $exists: true } } } };
const ID: FoundIndex = { name: "_id_", key: { _id: 1 } };

const compare = (wanted: WantedIndex, ...found: FoundIndex[]) => compareIndex(wanted, [ID, ...found]);

it("accepts an index of equal fields under any name", () => {
  expect(compare(WANTED, { name: "by_time", key: KEY }).isThere).toBe(true);
  expect(compare(WANTED, { name: "userId_1_at_-1", key: KEY })).toMatchObject({ isThere: true, outdated: [] });
  expect(compare(UNIQUE, { name: "mine", key: KEY, unique: true }).isThere).toBe(true);
});

it.each([
  ["none", WANTED, []],
  ["other fields", WANTED, [{ key: { userId: 1 } }]],
  ["another order of the fields", WANTED, [{ key: { at: -1, userId: 1 } }]],
  ["another direction", WANTED, [{ key: { userId: 1, at: 1 } }]],
  ["one that is not unique", UNIQUE, [{ key: KEY }]],
  ["one that is", WANTED, [{ key: KEY, unique: true }]],
  ["all documents for some", PARTIAL, [{ key: KEY }]],
  ["a hidden one", WANTED, [{ key: KEY, hidden: true }]],
  ["one that removes", WANTED, [{ key: KEY, expireAfterSeconds: 60 }]],
] as const)("does not accept %s", (_, wanted, found) => {
  expect(compare(wanted, ...found.map((one) => ({ name: "some", ...one }))).isThere).toBe(false);
});

it("reports a changed index of its name as outdated, never one made by hand, and finds a free name", () => {
  const changed = { name: "by_time", key: { userId: 1 } };
  const byHand = { name: "by_time_of_mine", key: { at: 1 } };
  expect(compare(WANTED, changed, byHand)).toMatchObject({ outdated: ["by_time"], freeName: "by_time_2" });
  const second = { name: "by_time_2", key: KEY };
  expect(compare(WANTED, changed, second, byHand)).toMatchObject({ isThere: true, outdated: ["by_time"] });
  expect(compare(WANTED, second)).toMatchObject({ isThere: true, outdated: [], freeName: "by_time" });
});
