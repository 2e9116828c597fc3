import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseKeywordQuery } from "./keyword-query.ts";
import { readSearchText } from "./search-text.ts";

const NO_CHOICE = { include: [], exclude: [] };
const NO_FILTERS = { type: NO_CHOICE, state: NO_CHOICE, tag: NO_CHOICE, from: null, before: null };

/** Any code units, lone surrogates among them. */
const anyCodeUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));
const syntax = fc
  .array(
    fc.constantFrom(
      ...['"', "*", " ", "-", "(", ")", ":", "OR", "owl", "tag:", "type:", "fact", "state:", "archived", "before:"],
      ...["after:", "2026", "-01", "\ud83e", "日本語", "é", "\0", "#"],
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

const filtersOf = (q: string) => readSearchText(q).filters;
const isText = (q: string) =>
  expect(readSearchText(q)).toMatchObject({ words: q, exclusions: null, hasOperators: false });

describe("readSearchText", () => {
  it("leaves words, prefixes and phrases alone", () => {
    for (const q of ["", "owls hunt", 'owl* "at night"', "c++ c# node.js e-mail", "a OR b"]) isText(q);
  });

  it("takes filters out and keeps every word at its position", () => {
    const q = 'owls tag:birds "at night" type:fact bats';
    const { words, filters } = readSearchText(q);
    expect(words).toBe('owls           "at night"           bats');
    expect(filters).toEqual({
      ...NO_FILTERS,
      tag: { include: ["birds"], exclude: [] },
      type: { include: ["fact"], exclude: [] },
    });
  });

  it("reads names and values in any case, values in quotes and tags with a sign", () => {
    expect(filtersOf('Tag:"Night Life" TAG:#Birds').tag.include).toEqual(["Night Life", "Birds"]);
    expect(filtersOf('type:Decision TYPE:code-finding type:"code finding"').type.include).toEqual([
      "decision",
      "code_finding",
      "code_finding",
    ]);
    expect(filtersOf("State:ARCHIVED").state.include).toEqual(["archived"]);
  });

  it("reads the beginning of a type or state as all that begin so", () => {
    expect(filtersOf("type:de*").type.include).toEqual(["decision"]);
    expect(filtersOf("type:*").type.include).toHaveLength(7);
    expect(filtersOf("state:a*").state.include).toEqual(["active", "archived"]);
  });

  it("reverses a filter with a -", () => {
    expect(filtersOf("-type:fact -state:archived -tag:birds")).toEqual({
      ...NO_FILTERS,
      type: { include: [], exclude: ["fact"] },
      state: { include: [], exclude: ["archived"] },
      tag: { include: [], exclude: ["birds"] },
    });
    expect(filtersOf("-before:2026-03-01").from).toBe("2026-03-01T00:00:00.000Z");
    expect(filtersOf("-after:2026-03-01").before).toBe("2026-03-01T00:00:00.000Z");
  });

  it("reads years, months and days, and takes the narrowest range", () => {
    expect(filtersOf("after:2026 before:2026-03")).toMatchObject({
      from: "2026-01-01T00:00:00.000Z",
      before: "2026-03-01T00:00:00.000Z",
    });
    expect(filtersOf("after:2025 after:2026-02-28 before:2027 before:2026-12")).toMatchObject({
      from: "2026-02-28T00:00:00.000Z",
      before: "2026-12-01T00:00:00.000Z",
    });
  });

  it("reads a filter with an unknown value as text", () => {
    for (const q of [
      "type:string",
      "state:open",
      "type:",
      "tag:",
      'tag:""',
      "tag:#",
      "before:soon",
      "after:3 May 2026",
    ])
      isText(q);
    for (const day of ["2026-02-30", "2026-13", "2026-1-1", "26", "2026-03-01T10:00", "02026"]) isText(`before:${day}`);
    isText(`tag:${"x".repeat(65)}`);
    expect(filtersOf(`tag:${"x".repeat(64)}`).tag.include).toHaveLength(1);
  });

  it("reads operators at the start of a word only, and never in quotes", () => {
    for (const q of ["meta:type:fact", "x-tag:a", '"tag:birds"', '"owls -bats"', "well-known", "a–b"]) isText(q);
    expect(filtersOf("(tag:birds)").tag.include).toEqual(["birds"]);
  });

  it("excludes words, beginnings and phrases", () => {
    const excludedBy = (q: string) => readSearchText(q).exclusions;
    expect(excludedBy("owls -bats")).toEqual(parseKeywordQuery("bats", "any"));
    expect(excludedBy('-bat* -"at night" owls')).toEqual(parseKeywordQuery('bat* "at night"', "any"));
    expect(excludedBy("owls -well-known")).toEqual(parseKeywordQuery('"well known"', "any"));
    expect(excludedBy("owls -the")).toBeNull();
    expect(readSearchText("owls -bats").words).toBe("owls      ");
  });

  it("reads a - before anything but a letter or a quote as a dash", () => {
    for (const q of ["- owls", "-5 degrees", "--verbose", "owls -", "-", "a - b", "-(owls)"]) isText(q);
  });

  it("reads the first 64 operators, and the rest as text", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `tag:t${index}`).join(" ");
    expect(readSearchText(many(64)).words.trim()).toBe("");
    expect(readSearchText(many(65)).words.trim()).toBe("tag:t64");
  });

  it("reads any text, and keeps its length", () => {
    fc.assert(
      fc.property(fc.oneof(anyCodeUnits, syntax), (q) => {
        const { words } = readSearchText(q);
        expect(words).toHaveLength(q.length);
        expect(readSearchText(words).words).toHaveLength(q.length);
      }),
    );
  });

  it("reads a long search of odd signs without delay", () => {
    for (const part of ['tag:"', '-"', "-a", "tag:x", '"', "("]) readSearchText(part.repeat(20_000));
  });
});
