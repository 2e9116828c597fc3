import fc from "fast-check";
import { expect, it } from "vitest";
import { sortInTurns } from "./sort-in-turns.ts";

it("sorts as a plain sort does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ maxLength: 3 }), { maxLength: 20 }), async (texts) => {
      expect(await sortInTurns(texts)).toEqual(texts.toSorted());
    }),
  );
});

it("sorts more texts than are sorted at once, with repetitions", async () => {
  const texts = Array.from({ length: 10_001 }, (_, index) => String((index * 7_919) % 5_003));
  const before = [...texts];
  expect(await sortInTurns(texts)).toEqual(texts.toSorted());
  expect(texts).toEqual(before);
});
