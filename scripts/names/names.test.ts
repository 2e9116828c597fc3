import { resolve } from "node:path";
import { expect, it } from "vitest";
import { countParticiples } from "./count-participles.ts";
import { declaredNames } from "./declared-names.ts";
import { isBareParticiple } from "./is-bare-participle.ts";

/** Some are words of an interface: states of notes, fields of stored documents, sides of a rectangle. */
const MOST_PER_THOUSAND = 3;

it("are seldom a bare participle", () => {
  const { names, participles } = countParticiples(resolve(import.meta.dirname, "../.."));
  expect(names).toBeGreaterThan(10_000);
  const list = participles.map(({ name, file }) => `${name} in ${file}`).join("\n");
  expect((1_000 * participles.length) / names, list).toBeLessThan(MOST_PER_THOUSAND);
});

it("count where a file declares them, and not where it takes them over", () => {
  const text = `
    import { imported } from "./other.ts";
    interface Options { readonly kept: string; close(reason: string): void }
    type Pair<T> = [T, T];
    class Room { #held = 1; leave() {} }
    export function read({ taken, left: right = 2, ...others }: Options, [first]: Pair<string>) {
      const sent = { shown: imported, taken };
      try { return (asked: string) => sent; } catch (error) { throw error; }
    }`;
  expect(declaredNames("file.ts", text).toSorted()).toEqual(
    ["Options", "kept", "close", "reason", "Pair", "Room", "leave", "read", "right", "others", "first"]
      .concat("sent", "asked", "error")
      .toSorted(),
  );
});

it.each(["kept", "Asked", "KNOWN", "removed", "left"])("%s is a bare participle", (name) => {
  expect(isBareParticiple(name)).toBe(true);
});

it.each(["keptNotes", "isKept", "seed", "SPEED", "id", "Parsed2", "note"])("%s is none", (name) => {
  expect(isBareParticiple(name)).toBe(false);
});
