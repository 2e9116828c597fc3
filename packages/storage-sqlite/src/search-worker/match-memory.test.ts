import { describe, expect, it } from "vitest";
import { createMatchMemory } from "./match-memory.ts";

const CLAUSE = { exact: ["=owl", "~owl"], prefixes: [] };
const in1And5 = () => ({ slots: Int32Array.of(1, 5), counts: Uint16Array.of(2, 1) });

describe("match cache", () => {
  it("applies later changes, at any slot", () => {
    const memory = createMatchMemory();
    memory.set("owl", in1And5(), CLAUSE);
    memory.follow([
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
    memory.follow([{ slot: 5, counts: new Map([["=owl", 8]]) }]);
    expect(listed(memory.get("owl"))).toEqual([
      [3, 4],
      [5, 8],
      [7, 2],
    ]);
    expect(listed(memory.get("owl"))).toEqual([
      [3, 4],
      [5, 8],
      [7, 2],
    ]);
  });

  it("counts all terms with the prefix", () => {
    const memory = createMatchMemory();
    memory.set("ow*", in1And5(), { exact: [], prefixes: ["=ow", "^ow"] });
    memory.follow([
      {
        slot: 6,
        counts: new Map([
          ["=owl", 1],
          ["^owls", 2],
          ["~owl", 2],
        ]),
      },
    ]);
    expect(listed(memory.get("ow*"))).toEqual([
      [1, 2],
      [5, 1],
      [6, 3],
    ]);
  });

  it("drops entries without a clause after one change, and unused ones after many", () => {
    const memory = createMatchMemory();
    memory.set("to be", in1And5());
    memory.set("owl", in1And5(), CLAUSE);
    memory.set("mice", in1And5(), CLAUSE);
    for (let change = 0; change < 40; change++) {
      memory.follow([{ slot: 9, counts: new Map() }]);
      expect(memory.get("owl")).toBeDefined();
    }
    expect([memory.get("to be"), memory.get("mice")]).toEqual([undefined, undefined]);
  });

  it("drops the least recently used entries above its bound", () => {
    const memory = createMatchMemory(1_300);
    for (const key of ["one", "two", "three"]) memory.set(key, in1And5(), CLAUSE);
    memory.get("one");
    memory.trim();
    expect(["one", "two", "three"].filter((key) => memory.get(key))).toEqual(["one", "three"]);
    expect(memory.bytes()).toBeLessThanOrEqual(1_300);
    memory.clear();
    expect([memory.isEmpty(), memory.bytes()]).toEqual([true, 0]);
  });
});

function listed(found: ReturnType<ReturnType<typeof createMatchMemory>["get"]>) {
  return Array.from(found!.slots, (slot, index) => [slot, found!.counts[index]]);
}
