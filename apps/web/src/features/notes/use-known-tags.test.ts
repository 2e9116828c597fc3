import { expect, it } from "vitest";
import { offeredTags } from "./use-known-tags.ts";

const tags = ["learning", "Lear", "leather", "lee", "left", "lemon", "length", "lens"];

it("offers tags that begin as what is typed by now, in their order and a few at a time", () => {
  expect(offeredTags(tags, " LEA", [])).toEqual(["learning", "Lear", "leather"]);
  expect(offeredTags(tags, "le", [])).toEqual(tags.slice(0, 6));
  expect(offeredTags(tags, "x", [])).toEqual([]);
});

it("offers none that are there already, and none before anything is typed", () => {
  expect(offeredTags(tags, "le", ["learning", "leather"])).toEqual(["Lear", "lee", "left", "lemon", "length", "lens"]);
  expect(offeredTags(tags, " ", [])).toEqual([]);
});
