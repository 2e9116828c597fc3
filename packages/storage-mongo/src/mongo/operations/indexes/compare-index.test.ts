import { expect, it } from "vitest";
import { compareIndex, type FoundIndex } from "./compare-index.ts";
import type { WantedIndex } from "./wanted-indexes.ts";

const KEY = { userId: 1, at: -1 };
const PLAIN_INDEX: WantedIndex = { collection: "notes", name: "by_time", key: KEY, unique: false, options: {} };
const UNIQUE: WantedIndex = { ...PLAIN_INDEX, unique: true, options: { unique: true } };
const PARTIAL: WantedIndex = { ...PLAIN_INDEX, options: { partialFilterExpression: { at: { $exists: true } } } };
const ID: FoundIndex = { name: "_id_", key: { _id: 1 } };

const compare = (wantedIndex: WantedIndex, ...foundIndexes: FoundIndex[]) =>
  compareIndex(wantedIndex, [ID, ...foundIndexes]);

it("accepts an index of equal fields under any name", () => {
  expect(compare(PLAIN_INDEX, { name: "by_time", key: KEY }).isThere).toBe(true);
  expect(compare(PLAIN_INDEX, { name: "userId_1_at_-1", key: KEY })).toMatchObject({
    isThere: true,
    outdatedNames: [],
  });
  expect(compare(UNIQUE, { name: "mine", key: KEY, unique: true }).isThere).toBe(true);
});

it.each([
  ["none", PLAIN_INDEX, []],
  ["other fields", PLAIN_INDEX, [{ key: { userId: 1 } }]],
  ["another order of the fields", PLAIN_INDEX, [{ key: { at: -1, userId: 1 } }]],
  ["another direction", PLAIN_INDEX, [{ key: { userId: 1, at: 1 } }]],
  ["one that is not unique", UNIQUE, [{ key: KEY }]],
  ["one that is", PLAIN_INDEX, [{ key: KEY, unique: true }]],
  ["all documents for some", PARTIAL, [{ key: KEY }]],
  ["a hidden one", PLAIN_INDEX, [{ key: KEY, hidden: true }]],
  ["one that removes", PLAIN_INDEX, [{ key: KEY, expireAfterSeconds: 60 }]],
] as const)("does not accept %s", (_, wantedIndex, foundIndexes) => {
  expect(compare(wantedIndex, ...foundIndexes.map((one) => ({ name: "some", ...one }))).isThere).toBe(false);
});

it("reports a changed index of its name as outdated, never one made by hand, and finds a free name", () => {
  const changedIndex = { name: "by_time", key: { userId: 1 } };
  const byHand = { name: "by_time_of_mine", key: { at: 1 } };
  expect(compare(PLAIN_INDEX, changedIndex, byHand)).toMatchObject({
    outdatedNames: ["by_time"],
    freeName: "by_time_2",
  });
  const second = { name: "by_time_2", key: KEY };
  expect(compare(PLAIN_INDEX, changedIndex, second, byHand)).toMatchObject({
    isThere: true,
    outdatedNames: ["by_time"],
  });
  expect(compare(PLAIN_INDEX, second)).toMatchObject({ isThere: true, outdatedNames: [], freeName: "by_time" });
});
