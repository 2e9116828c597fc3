import { describe, expect, it } from "vitest";
import { changeMap } from "./change-map.ts";

describe("changing a map", () => {
  it.each([0, 3, 1_000])(
    "gives what a changed copy would have, however much is shared (%i changes at most)",
    (most) => {
      let copy = new Map(Array.from({ length: 20 }, (_, key) => [key, [0]]));
      let map: ReadonlyMap<number, number[]> = copy;
      for (let round = 1; round < 30; round++) {
        const changes = new Map([
          [(round * 7) % 25, [round]],
          [(round * 11) % 25, null],
        ]);
        const [before, entriesBefore] = [map, [...map]];
        map = changeMap(map, changes, { smallestShared: 0, mostChanges: most });
        copy = new Map(copy);
        for (const [key, value] of changes)
          if (value === null) copy.delete(key);
          else copy.set(key, value);
        expect(new Map(map)).toEqual(copy);
        expect(map.size).toBe(copy.size);
        expect(new Map([...map.keys()].map((key) => [key, map.get(key)]))).toEqual(copy);
        expect(new Set(map.values())).toEqual(new Set(copy.values()));
        const visited = new Map<number, number[]>();
        map.forEach((value, key) => visited.set(key, value));
        expect(visited).toEqual(copy);
        for (let key = 0; key < 26; key++) expect([map.has(key), map.get(key)]).toEqual([copy.has(key), copy.get(key)]);
        expect([...before]).toEqual(entriesBefore);
      }
    },
  );

  it("copies a small map", () => {
    expect(changeMap(new Map([["a", 1]]), new Map([["b", 2]]))).toEqual(
      new Map([
        ["a", 1],
        ["b", 2],
      ]),
    );
  });
});
