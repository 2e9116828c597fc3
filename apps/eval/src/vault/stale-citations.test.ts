import { expect, it } from "vitest";
import { citedAsCurrent } from "./stale-citations.ts";

it.each([
  ["“It is red” [1]\n“It is blue” [2]", [1, 2]],
  ["Until 2024: “It is red” [1]\n“It is blue” [2]", [2]],
  ["“It is blue” [1] replaced “It is red” [2].", []],
  ["Bis 2024: „Er ist rot“ [1]", []],
  ["以前：“红色” [1]", []],
  ["かつては「赤い」[1]", []],
  // A word of history inside of a quotation is the note's own.
  ["“It was painted before it was sold” [1]", [1]],
  ["「以前は赤い」[1]", [1]],
  ["It is red [1][3]", [1, 3]],
  ["No source", []],
])("reads in %j which sources stand as current", (answer, positions) => {
  expect([...citedAsCurrent(answer)]).toEqual(positions);
});
