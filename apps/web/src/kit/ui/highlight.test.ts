import { expect, it } from "vitest";
import { splitAtMatches } from "./highlight.tsx";

it.each([
  ["Sleep helps sleepers", "sleep", ["", "Sleep", " helps ", "sleepers", ""]],
  ["Spaced repetition", "repeating", ["Spaced repetition"]],
  ["Learning and learned", "learning", ["", "Learning", " and ", "learned", ""]],
  ["asleep", "sleep", ["asleep"]],
  ["über Über", "über", ["", "über", " ", "Über", ""]],
  ["a (b) c", "(b", ["a (", "b", ") c"]],
  ["anything", '"*', ["anything"]],
])("marks in %j the matches of %j", (text, query, parts) => {
  expect(splitAtMatches(text, query)).toEqual(parts);
});
