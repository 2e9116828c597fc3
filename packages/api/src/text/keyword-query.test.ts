import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  matchesPhrase,
  parseKeywordQuery as parse,
  questionKeywords as keywordsOf,
  type KeywordQuery,
} from "./keyword-query.ts";

/** Any code units, lone surrogates among them. */
const anyCodeUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));

const parseKeywordQuery = (...input: Parameters<typeof parse>) => ownTerms(parse(...input));
const questionKeywords = (question: string) => ownTerms(keywordsOf(question));

describe("parseKeywordQuery", () => {
  it("asks for each word by its stem", () => {
    expect(parseKeywordQuery("Hunting owls")).toEqual({ match: "all", units: [stem("hunt"), stem("owl")] });
  });

  it("takes a trailing * as a prefix of the word as written", () => {
    expect(parseKeywordQuery("organiz*")).toEqual({ match: "all", units: [prefix("organiz")] });
    expect(parseKeywordQuery("C++* Thé*")).toEqual({ match: "all", units: [prefix("c++"), prefix("the")] });
  });

  it("reads a * anywhere else as punctuation", () => {
    expect(parseKeywordQuery("*owl o*wl owl *")?.units).toEqual([stem("owl"), prefix("o"), stem("wl")]);
    expect(parseKeywordQuery("*")).toBeNull();
  });

  it("takes a quoted phrase as one unit, stop words in it included", () => {
    expect(parseKeywordQuery('"The owls of Athens"')?.units).toEqual([
      { clauses: [stem("owl"), stem("athen")].flatMap((unit) => unit.clauses), phrase: ["the", "owl", "of", "athen"] },
    ]);
    expect(parseKeywordQuery('"to be or not to be"')?.units).toEqual([
      { clauses: [], phrase: ["to", "be", "or", "not", "to", "be"] },
    ]);
  });

  it("reads an unclosed or empty quote as if it were not there", () => {
    expect(parseKeywordQuery('owl "night')).toEqual(parseKeywordQuery("owl night"));
    expect(parseKeywordQuery('owl "" night')).toEqual(parseKeywordQuery("owl night"));
    expect(parseKeywordQuery('"')).toBeNull();
  });

  it("keeps c++, c# and node.js whole", () => {
    const clauses = parseKeywordQuery("c++ c# node.js")?.units.map((unit) => unit.clauses[0]);
    expect(clauses?.map((clause) => clause?.exact[0])).toEqual(["=c++", "=c#", "=node.js"]);
  });

  it("finds no word in punctuation, blanks or stop words alone", () => {
    for (const q of ["", "  ", "?!…", "the and of", "What is it?", "🦉"]) expect(parseKeywordQuery(q)).toBeNull();
  });

  it("drops duplicates", () => {
    expect(parseKeywordQuery('owl OWLS owl "a b" "a b"')?.units).toHaveLength(2);
  });

  it("uses the first 64 words, in and out of phrases", () => {
    const many = Array.from({ length: 100 }, (_, index) => `w${index}`);
    expect(parseKeywordQuery(many.join(" "))?.units).toEqual(many.slice(0, 64).map(stem));
    const [phrase, ...rest] = parseKeywordQuery(`"${many.slice(0, 63).join(" ")}" last beyond`)!.units;
    expect(phrase?.phrase).toHaveLength(63);
    expect(rest).toEqual([stem("last")]);
    expect(parseKeywordQuery(`"${many.join(" ")}" beyond`)?.units.map((unit) => unit.phrase?.length)).toEqual([64]);
  });

  it("parses any text, and again what it has parsed", () => {
    const odd = fc.array(
      fc.constantFrom('"', "*", " ", "owl", "c++", "the", "\ud83e", "日本語", "-", "AND", "NOT", "(", "^", ":", "é"),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          anyCodeUnits,
          odd.map((parts) => parts.join("")),
        ),
        (q) => {
          const query = parseKeywordQuery(q);
          if (query === null) return;
          expect(query.units).not.toEqual([]);
          for (const unit of query.units) expect(unit.clauses.length > 0 || unit.phrase !== undefined).toBe(true);
          expect(parseKeywordQuery(q)).toEqual(query);
        },
      ),
    );
  });
});

describe("questionKeywords", () => {
  it("asks for any word but stop words; quotes and stars are punctuation", () => {
    expect(questionKeywords('What do "the owls" hunt*?')).toEqual<KeywordQuery>({
      match: "any",
      units: [stem("owl"), stem("hunt")],
    });
  });

  it("counts half of words that ask, and of verbs that say little", () => {
    const shares = keywordsOf("How often do we describe owls?")!.units.map(({ clauses }) => clauses[0]!.share);
    expect(shares).toEqual([0.5, 0.5, undefined]);
  });

  it("is null when no word counts", () => {
    for (const question of ["", "What is it?", "?"]) expect(questionKeywords(question)).toBeNull();
  });

  it("skips stop words when it picks 64 words", () => {
    const question = Array.from({ length: 80 }, (_, index) => `the w${index}`).join(" ");
    expect(questionKeywords(question)?.units).toHaveLength(64);
  });
});

describe("matchesPhrase", () => {
  it("requires adjacent stems, in order, in one field", () => {
    const fields = ["Owls hunt mice", "at night they fly"];
    expect(matchesPhrase(["owl", "hunt"], fields)).toBe(true);
    expect(matchesPhrase(["hunt", "mice"], fields)).toBe(true);
    expect(matchesPhrase(["hunt", "owl"], fields)).toBe(false);
    expect(matchesPhrase(["owl", "mice"], fields)).toBe(false);
    expect(matchesPhrase(["mice", "at"], fields)).toBe(false);
  });

  it("includes stop words", () => {
    expect(matchesPhrase(["at", "night"], ["at night they fly"])).toBe(true);
    expect(matchesPhrase(["in", "night"], ["at night they fly"])).toBe(false);
  });
});

/** Returns the query without the terms for other spellings and languages, which `word-clause.test.ts` is about. */
function ownTerms(query: KeywordQuery | null): KeywordQuery | null {
  if (query === null) return null;
  const units = query.units.map((unit) => ({
    ...unit,
    clauses: unit.clauses.map((clause) => ({ ...clause, exact: clause.exact.filter((term) => !term.startsWith("+")) })),
  }));
  return { ...query, units };
}

function stem(word: string): { clauses: { exact: string[]; prefixes: string[] }[] } {
  return { clauses: [{ exact: [`=${word}`, `~${word}`], prefixes: [] }] };
}

function prefix(word: string): { clauses: { exact: string[]; prefixes: string[] }[] } {
  return { clauses: [{ exact: [], prefixes: [`=${word}`, `^${word}`] }] };
}
