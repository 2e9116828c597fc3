import { describe, expect, it } from "vitest";
import { createMatchCache } from "./match-cache.ts";

const CLAUSE = { exact: ["=owl", "~owl"], prefixes: [] };
const in1And5 = () => ({ slots: Int32Array.of(1, 5), counts: Uint16Array.of(2, 1) });

describe("match cache", () => {
  it("applies later changes, at any slot", () => {
    const cache = createMatchCache();
    cache.set("owl", in1And5(), CLAUSE);
    cache.follow([
      { slot: 1, counts: new Map() },
      {
        slot: 3,
        counts: new Map([
          ["=owl", 1],
          ["~owl", 3],
          ["=mice", 9],
        ]),
      },
      { slot: 7, counts: new Map([["=owl", 2]]) },
    ]);
    cache.follow([{ slot: 5, counts: new Map([["=owl", 8]]) }]);
    expect(pairsOf(cache.get("owl"))).toEqual([
      [3, 4],
      [5, 8],
      [7, 2],
    ]);
    expect(pairsOf(cache.get("owl"))).toEqual([
      [3, 4],
      [5, 8],
      [7, 2],
    ]);
  });

  it("counts all terms with the prefix", () => {
    const cache = createMatchCache();
    cache.set("ow*", in1And5(), { exact: [], prefixes: ["=ow", "^ow"] });
    cache.follow([
      {
        slot: 6,
        counts: new Map([
          ["=owl", 1],
          ["^owls", 2],
          ["~owl", 2],
        ]),
      },
    ]);
    expect(pairsOf(cache.get("ow*"))).toEqual([
      [1, 2],
      [5, 1],
      [6, 3],
    ]);
  });

  it("drops entries without a clause after one change, and unused ones after many", () => {
    const cache = createMatchCache();
    cache.set("to be", in1And5());
    cache.set("owl", in1And5(), CLAUSE);
    cache.set("mice", in1And5(), CLAUSE);
    for (let change = 0; change < 40; change++) {
      cache.follow([{ slot: 9, counts: new Map() }]);
      expect(cache.get("owl")).toBeDefined();
    }
    expect([cache.get("to be"), cache.get("mice")]).toEqual([undefined, undefined]);
  });

  it("knows of a common clause how many notes have it at least, after changes, too", () => {
    const cache = createMatchCache();
    expect(cache.leastNotes("owl")).toBe(0);
    cache.setLeastNotes("owl", 3);
    expect([cache.leastNotes("owl"), cache.isEmpty()]).toEqual([3, false]);
    for (const expected of [2, 1, 0, 0]) {
      cache.follow([{ slot: 1, counts: new Map() }]);
      expect(cache.leastNotes("owl")).toBe(expected);
    }
    cache.setLeastNotes("owl", 5);
    cache.clear();
    expect([cache.leastNotes("owl"), cache.isEmpty(), cache.bytes()]).toEqual([0, true, 0]);
  });

  it("drops the least recently used entries above its bound", () => {
    const cache = createMatchCache(1_300);
    for (const key of ["one", "two", "three"]) cache.set(key, in1And5(), CLAUSE);
    cache.get("one");
    cache.trim();
    expect(["one", "two", "three"].filter((key) => cache.get(key))).toEqual(["one", "three"]);
    expect(cache.bytes()).toBeLessThanOrEqual(1_300);
    cache.clear();
    expect([cache.isEmpty(), cache.bytes()]).toEqual([true, 0]);
  });
});

function pairsOf(occurrences: ReturnType<ReturnType<typeof createMatchCache>["get"]>) {
  return Array.from(occurrences!.slots, (slot, index) => [slot, occurrences!.counts[index]]);
}
