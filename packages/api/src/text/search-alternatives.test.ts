import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseKeywordQuery } from "./keyword-query.ts";
import { parseSearch } from "./search-alternatives.ts";

const unitsOf = (q: string) => parseKeywordQuery(q)!.units;
const eitherClause = (...words: string[]) => {
  const clauses = words.flatMap((word) => unitsOf(word).flatMap((unit) => unit.clauses));
  return {
    clauses: [{ exact: clauses.flatMap(({ exact }) => exact), prefixes: clauses.flatMap(({ prefixes }) => prefixes) }],
  };
};

describe("parseSearch", () => {
  it("reads a search without OR as one query", () => {
    for (const q of ["owls hunt", '"owls OR bats"', "owls or bats", "FLOOR ORBIT", "OR", "owls OR", "OR owls"])
      expect(parseSearch(q)).toEqual([parseKeywordQuery(q)].filter((query) => query !== null));
  });

  it("matches either of the words around OR, and all words first", () => {
    expect(parseSearch("owls OR bat* hunt")).toEqual([
      parseKeywordQuery("owls bat* hunt"),
      { match: "all", units: [eitherClause("owls", "bat*"), ...unitsOf("hunt")] },
    ]);
  });

  it("joins any number of words", () => {
    expect(parseSearch("owls OR bats OR mice")[1]!.units).toEqual([eitherClause("owls", "bats", "mice")]);
    expect(parseSearch("a1 OR b1 c1 OR d1")[1]!.units).toEqual([eitherClause("a1", "b1"), eitherClause("c1", "d1")]);
  });

  it("takes phrases and joined words as alternatives of their own", () => {
    expect(parseSearch('"at night" OR dusk owls').slice(1)).toEqual([
      { match: "all", units: unitsOf('"at night" owls') },
      { match: "all", units: unitsOf("dusk owls") },
    ]);
    expect(parseSearch("e-mail OR post").slice(1)).toEqual([
      { match: "all", units: unitsOf("e-mail") },
      { match: "all", units: unitsOf("post") },
    ]);
  });

  it("skips an OR beside a stop word", () => {
    expect(parseSearch("to be OR not to be owls")).toEqual([parseKeywordQuery("to be or not to be owls")]);
    expect(parseSearch("owls OR the bats")).toEqual([parseKeywordQuery("owls or the bats")]);
  });

  it("becomes at most eight queries besides the first", () => {
    const choice = (index: number) => `"a${index} b" OR "c${index} d"`;
    const choices = (count: number) => Array.from({ length: count }, (_, index) => choice(index)).join(" ");
    expect(parseSearch(choices(3))).toHaveLength(9);
    expect(parseSearch(choices(10))).toHaveLength(9);
  });

  it("uses the first 64 words", () => {
    const many = Array.from({ length: 100 }, (_, index) => `w${index}`).join(" OR ");
    const exact = parseSearch(many)[1]!.units.flatMap(({ clauses }) => clauses.flatMap((clause) => clause.exact));
    expect(new Set(exact.map((term) => term.slice(1))).size).toBe(64);
    expect(exact.at(-1)).toBe("+w63");
  });

  it("parses any text", () => {
    const odd = fc.array(fc.constantFrom('"', "*", " ", "OR", " OR ", "owl", "the", "-", "\ud83e", "日本語"), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(odd, (parts) => {
        for (const { units } of parseSearch(parts.join(""))) expect(units).not.toHaveLength(0);
      }),
    );
  });
});
