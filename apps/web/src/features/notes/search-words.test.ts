import { expect, it } from "vitest";
import { searchQuery, wordsToMark } from "./search-words.ts";

it.each([
  ["", ""],
  ["  nap ", "nap*"],
  ["naps at", "naps at*"],
  ["c++", "c++"],
  ['"a phrase', '"a phrase'],
  ["naps tag:", "naps"],
  ["naps tag:sl", "naps tag:sl*"],
  ["type:dec", "type:dec*"],
  ["naps -state:arch", "naps -state:arch*"],
  ["naps -night", "naps -night"],
  ["naps after:20", "naps"],
  ["naps after:2026", "naps after:2026"],
  ["before:2026-03-0", ""],
  ["before:2026-03-01", "before:2026-03-01"],
  ["naps OR", "naps OR"],
  ["naps OR sl", "naps OR sl*"],
])("turns %j, as typed, into the search %j", (text, query) => {
  expect(searchQuery(text)).toBe(query);
});

it.each([
  ["naps at noon", "naps at noon"],
  ['naps tag:sleep -"at night" noon', "naps noon"],
  ["-type:fact naps -late", "naps"],
  ["naps OR sleep", "naps sleep"],
  ["e-mail x-type:fact OR", "e-mail x-type:fact OR"],
  ["after:2026-03 (tag:a) naps", "( ) naps"],
])("marks of %j only %j", (text, words) => {
  expect(wordsToMark(text)).toBe(words);
});
