import { expect, it } from "vitest";
import { bytesOf, createTermMemory } from "./term-memory.ts";

const terms = (word: string) => ({ counts: new Map([[word, 1]]), length: 1 });
const SIZE = bytesOf(terms("owls"));

it("keeps what fits, and drops what was used longest ago", () => {
  const memory = createTermMemory(2 * SIZE);
  memory.set("one", terms("owls"));
  memory.set("two", terms("bats"));
  expect(memory.get("one")).toEqual(terms("owls"));
  memory.set("three", terms("mice"));
  expect(["one", "two", "three"].map((key) => memory.get(key) !== undefined)).toEqual([true, false, true]);
});

it("counts a key that is set again once", () => {
  const memory = createTermMemory(2 * SIZE);
  memory.set("one", terms("owls"));
  for (let round = 0; round < 5; round++) memory.set("two", terms("bats"));
  expect(memory.get("one")).toBeDefined();
});

it("keeps nothing that alone is too large", () => {
  const memory = createTermMemory(SIZE - 1);
  memory.set("one", terms("owls"));
  expect(memory.get("one")).toBeUndefined();
});

it("forgets the keys of one user alone, and has room again", () => {
  const memory = createTermMemory(2 * SIZE);
  memory.set("ada 1", terms("owls"));
  memory.set("bea 1", terms("bats"));
  memory.forget("ada ");
  expect([memory.get("ada 1"), memory.get("bea 1")]).toEqual([undefined, terms("bats")]);
  memory.set("bea 2", terms("mice"));
  expect(memory.get("bea 1")).toBeDefined();
});
