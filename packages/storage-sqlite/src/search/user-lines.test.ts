import { expect, it } from "vitest";
import { createUserLines } from "./user-lines.ts";

it("begins four calls of a user at a time, the rest in order, and another user's at once", () => {
  const lines = createUserLines<number>();
  expect([1, 2, 3, 4, 5, 6].map((call) => lines.begin("ada", call))).toEqual([true, true, true, true, false, false]);
  expect(lines.begin("grace", 7)).toBe(true);
  expect([lines.end("ada"), lines.end("ada"), lines.end("ada")]).toEqual([5, 6, undefined]);
  expect(lines.begin("ada", 8)).toBe(true);
  expect(lines.begin("ada", 9)).toBe(false);
});

it("begins again when all calls have ended or were dropped", () => {
  const lines = createUserLines<number>();
  for (let round = 0; round < 3; round++) {
    expect([1, 2, 3, 4, 5].map((call) => lines.begin("ada", call))).toEqual([true, true, true, true, false]);
    if (round === 1) lines.clear();
    else expect(Array.from({ length: 5 }, () => lines.end("ada"))).toEqual([5, ...Array(4).fill(undefined)]);
  }
  expect(lines.end("nobody")).toBeUndefined();
});
