import { describe } from "vitest";
import { noteSelectingByKeyword } from "./keyword-selecting.ts";
import type { OpenStorage } from "../open-storage.ts";
import { keywordFollowing } from "./keyword-following.ts";
import { keywordMatching } from "./keyword-matching.ts";
import { keywordRanking } from "./keyword-ranking.ts";
import { searchOperating } from "./search-operating.ts";
import { termReading } from "./term-reading.ts";
import { titleSearching } from "./title-searching.ts";

/** Contract suite of `KeywordIndex`. */
export function describeKeywordIndex(name: string, open: OpenStorage): void {
  describe(`KeywordIndex: ${name}`, () => {
    describe("matching", () => keywordMatching(open));
    describe("selections", () => noteSelectingByKeyword(open));
    describe("ranking", () => keywordRanking(open));
    describe("following the notes", () => keywordFollowing(open));
    describe("terms", () => termReading(open));
    describe("with operators", () => searchOperating(open));
    describe("with titles", () => titleSearching(open));
  });
}
