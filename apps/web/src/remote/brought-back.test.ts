import { expect, it } from "vitest";
import { broughtBack } from "./brought-back.ts";

const entries = (...ids: string[]) => ids.map((id) => ({ id, said: "before" }));
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join("");

it("puts entries back in their places, whatever was added or removed meanwhile", () => {
  const before = entries("a", "b", "c", "d");
  expect(ids(broughtBack(entries("d"), before, new Set(["a", "b", "c"])))).toBe("abcd");
  expect(ids(broughtBack(entries("n", "a", "d"), before, new Set(["b"])))).toBe("nabd");
  expect(ids(broughtBack([], before, new Set(["b", "d"])))).toBe("bd");
});

it("resets entries that are still there, and leaves all others", () => {
  const now = entries("a", "b").map((entry) => ({ ...entry, said: "now" }));
  expect(broughtBack(now, entries("a", "b", "c"), new Set(["b"]))).toEqual([
    { id: "a", said: "now" },
    { id: "b", said: "before" },
  ]);
});
