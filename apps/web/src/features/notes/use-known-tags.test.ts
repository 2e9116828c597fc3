import { expect, it } from "vitest";
import { offeredTags } from "./use-known-tags.ts";

const tags = ["learning", "Lear", "leather", "lee", "left", "lemon", "length", "lens"];

it("offers a few tags that start with the present input, in their order", () => {
  expect(offeredTags(tags, " LEA", [])).toEqual(["learning", "Lear", "leather"]);
  expect(offeredTags(tags, "le", [])).toEqual(tags.slice(0, 6));
  expect(offeredTags(tags, "x", [])).toEqual([]);
});

it("offers no tags that are already added, and none before anything is typed", () => {
  expect(offeredTags(tags, "le", ["learning", "leather"])).toEqual(["Lear", "lee", "left", "lemon", "length", "lens"]);
  expect(offeredTags(tags, " ", [])).toEqual([]);
});
