import { expect, it } from "vitest";
import { createDigest } from "./digest.ts";

function sumOf(...records: object[]) {
  const digest = createDigest();
  for (const record of records) digest.add(record);
  return digest.sum();
}

it("is the same for the same records, in any order of records and fields", () => {
  const [one, other] = [{ id: 1, tags: ["a", "b"], in: { x: 1, y: null } }, { id: 2 }];
  expect(sumOf(one, other)).toEqual(sumOf(other, { in: { y: null, x: 1 }, tags: ["a", "b"], id: 1 }));
});

it.each([
  ["a value", [{ id: 1, text: "b" }]],
  ["the order of a list", [{ id: 1, tags: ["b", "a"] }]],
  ["a missing record", []],
  [
    "a record twice",
    [
      { id: 1, tags: ["a", "b"] },
      { id: 1, tags: ["a", "b"] },
    ],
  ],
])("changes with %s", (_, records) => {
  expect(sumOf(...records)).not.toEqual(sumOf({ id: 1, tags: ["a", "b"] }));
});

it("distinguishes two equal records from none", () => {
  expect(sumOf({ id: 1 }, { id: 1 }).checksum).not.toBe(sumOf().checksum);
});
