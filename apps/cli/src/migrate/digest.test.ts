import { expect, it } from "vitest";
import { createDigest } from "./digest.ts";

function sumOf(...records: object[]) {
  const digest = createDigest();
  for (const record of records) digest.add(record);
  return digest.sum();
}

it("is the same for the same records, in whatever order they and their fields come", () => {
  const [one, other] = [{ id: 1, tags: ["a", "b"], in: { x: 1, y: null } }, { id: 2 }];
  expect(sumOf(one, other)).toEqual(sumOf(other, { in: { y: null, x: 1 }, tags: ["a", "b"], id: 1 }));
});

it.each([
  ["a value", [{ id: 1, text: "b" }]],
  ["the order of a list", [{ id: 1, tags: ["b", "a"] }]],
  ["a record less", []],
  [
    "a record twice",
    [
      { id: 1, tags: ["a", "b"] },
      { id: 1, tags: ["a", "b"] },
    ],
  ],
])("tells of %s", (_, records) => {
  expect(sumOf(...records)).not.toEqual(sumOf({ id: 1, tags: ["a", "b"] }));
});

it("tells two records that are alike from none", () => {
  expect(sumOf({ id: 1 }, { id: 1 }).checksum).not.toBe(sumOf().checksum);
});
