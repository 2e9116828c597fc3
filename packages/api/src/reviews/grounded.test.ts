import { expect, it } from "vitest";
import { deriveStates } from "../links/derive-states.ts";
import { createChance } from "../testing/random-review-model.ts";
import type { StateLink } from "../ports/link-store.ts";
import { upheldNotes } from "./grounded.ts";

it.each([
  ["no contradiction", "", ""],
  ["a contradiction", "c>x", "c"],
  ["one whose opponent is contradicted", "c>x e>c", "e x"],
  ["the end of a longer chain", "c>x e>c f>e", "c f"],
  ["two that contradict each other", "a>b b>a", ""],
  ["what two that contradict each other contradict", "a>b b>a a>x b>x", ""],
  ["a circle of three", "a>b b>c c>a", ""],
  ["a circle that is broken from outside", "a>b b>a e>b", "a e"],
  ["one of whose two opponents only one is contradicted", "c>x d>x e>c", "d e"],
  ["what contradicts itself", "a>a a>b", ""],
])("tells which notes are upheld: %s", async (_, contradictions, upheldByAll) => {
  expect(await upheld(contradictions)).toEqual(upheldByAll.split(" ").filter(Boolean));
});

it("upholds what every complete extension upholds, and leaves order out of it", async () => {
  for (let seed = 1; seed <= 1_500; seed++) {
    const chance = createChance(seed);
    const names = "abcdef".slice(0, 2 + chance(5));
    const pairs = new Set(
      Array.from({ length: chance(9) }, () => `${names[chance(names.length)]}>${names[chance(names.length)]}`),
    );
    const upheldByAll = intersectCompleteExtensions([...new Set([...pairs].join("").replaceAll(">", ""))], pairs);
    expect(await upheld([...pairs].join(" ")), `seed ${seed}: ${[...pairs].join(" ")}`).toEqual(upheldByAll);
    expect(await upheld([...pairs].toReversed().join(" "))).toEqual(upheldByAll);
  }
});

async function upheld(contradictions: string): Promise<string[]> {
  const links = contradictions
    .split(" ")
    .filter(Boolean)
    .map((pair): StateLink => {
      const [source_id, target_id] = pair.split(">") as [string, string];
      const link = { source_id, target_id, created_at: "2026-03-01T12:00:00.000Z" };
      return { ...link, relation: "contradicts", sourceArchived: false, targetArchived: false };
    });
  return [...(await upheldNotes(await deriveStates(links)))].sort();
}

/** A set is complete when nobody in it attacks another, and it holds exactly what it defends. */
function intersectCompleteExtensions(names: readonly string[], attacks: ReadonlySet<string>): string[] {
  const subsets = Array.from({ length: 2 ** names.length }, (_, bits) =>
    names.filter((__, index) => bits & (1 << index)),
  );
  const isComplete = (subset: readonly string[]) => {
    const isAttackedBySubset = (name: string) => subset.some((one) => attacks.has(`${one}>${name}`));
    const defends = (name: string) =>
      names.every((attacker) => !attacks.has(`${attacker}>${name}`) || isAttackedBySubset(attacker));
    return !subset.some(isAttackedBySubset) && names.every((name) => subset.includes(name) === defends(name));
  };
  const complete = subsets.filter(isComplete);
  return names.filter((name) => complete.every((subset) => subset.includes(name))).toSorted();
}
