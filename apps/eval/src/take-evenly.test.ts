import { expect, it } from "vitest";
import { takeEvenly } from "./take-evenly.ts";

it("spreads over all items, the same way every time", () => {
  expect(takeEvenly([..."abcdefghij"], 4)).toEqual([..."acfh"]);
  expect(takeEvenly([..."abc"], 3)).toEqual([..."abc"]);
  expect(takeEvenly([..."abc"], 9)).toEqual([..."abc"]);
  expect(takeEvenly([], 2)).toEqual([]);
});
