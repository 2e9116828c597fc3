import { expect, it } from "vitest";
import { restoreEntries } from "./restore-entries.ts";

const entries = (...ids: string[]) => ids.map((id) => ({ id, said: "before" }));
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join("");

it("puts entries back in their places, whatever was added or removed meanwhile", () => {
  const before = entries("a", "b", "c", "d");
  expect(ids(restoreEntries(entries("d"), before, new Set(["a", "b", "c"])))).toBe("abcd");
  expect(ids(restoreEntries(entries("n", "a", "d"), before, new Set(["b"])))).toBe("nabd");
  expect(ids(restoreEntries([], before, new Set(["b", "d"])))).toBe("bd");
});

it("resets entries that are still there, and leaves all others", () => {
  const now = entries("a", "b").map((entry) => ({ ...entry, said: "now" }));
  expect(restoreEntries(now, entries("a", "b", "c"), new Set(["b"]))).toEqual([
    { id: "a", said: "now" },
    { id: "b", said: "before" },
  ]);
});
