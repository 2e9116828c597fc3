import { expect, it } from "vitest";
import { guessType } from "./guess-type.ts";

it.each([
  ["We decided to keep SQLite", "", "decision"],
  ["I think naps are overrated", "", "belief"],
  ["`Array.sort` sorts in place", "", "code_finding"],
  ["Short naps help", "Last week I took one after lunch.", "experience"],
  ["Sleep loss hurts recall", "This explains why cramming fails.", "insight"],
  ["The library closes at nine", "Said on its door.", "fact"],
  ["", "", "fact"],
  // The claim takes precedence over its explanation.
  ["I believe naps help", "We decided to take some.", "belief"],
])("from %j, %j it guesses %j%j", (title, content, type) => {
  expect(guessType(title, content)).toBe(type);
});
