import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexTerms } from "./analyze.ts";
import { parseKeywordQuery, questionKeywords, type KeywordQuery } from "./keyword-query.ts";

describe("a question finds", () => {
  it.each([
    ["When did we buy the bike?", "A bicycle", "bought in May"],
    ["Which film did Mum like?", "A movie", "liked by my mother"],
    ["Who repaired the lift in our flat?", "fixed by a friend", "An elevator", "The apartment"],
  ])("everyday words for the same thing: %s", (question, ...texts) => {
    const terms = questionKeywords(question)!.units.flatMap(({ clauses }) => clauses.flatMap(({ exact }) => exact));
    for (const text of texts) {
      const { counts } = indexTerms([text]);
      expect(counts.some(([term]) => terms.includes(term))).toBe(true);
    }
  });

  it("what a search does not: other words for the same thing", () => {
    expect(finds("bike", "A bicycle")).toBe(false);
    expect(finds("film", "A movie")).toBe(false);
  });
});

describe("a search finds a word", () => {
  it.each([
    ["mouse", "Mice in the attic"],
    ["mice", "A mouse in the attic"],
    ["child", "Children swim"],
    ["buy", "We bought a door"],
    ["went", "They go by train"],
    ["colour", "The color of the door"],
    ["colors", "Paint colours"],
    ["organise", "She organizes the trip"],
    ["organized", "Well organised shelves"],
    ["analyse", "We analyze logs"],
    ["email", "Send an e-mail"],
    ["e-mail", "Send an email"],
    ["nodejs", "A Node.js server"],
    ["node.js", "A nodejs server"],
    ["500mg", "Take 500 mg daily"],
    ["500 mg", "Take 500mg daily"],
    ["2.5 kg", "A parcel of 2.5kg"],
  ])("in another form or spelling: %s in “%s”", (q, text) => {
    expect(finds(q, text)).toBe(true);
  });

  it.each([
    ["strasse", "Die Straße ist gesperrt"],
    ["Straße", "Die Strasse ist gesperrt"],
    ["Mueller", "Frau Müller"],
    ["Müller", "Frau Mueller"],
    ["Muller", "Frau Müller"],
    ["Goethestrasse", "Goethestraße 5"],
    ["Aerztin", "Die Ärztin ruft an"],
  ])("with or without umlauts and ß: %s in “%s”", (q, text) => {
    expect(finds(q, text)).toBe(true);
  });

  it.each([
    ["2.14.3", "Released as v2.14.3"],
    ["2.14", "Released as v2.14.3"],
    ["v2.14.3", "Released as v2.14.3"],
    ["192.168", "The router is 192.168.1.10"],
    ["192.168.1", "The router is 192.168.1.10"],
    ["user", "Restart user_service"],
    ["データ", "データベースを直す"],
    ["データ", "我が家のデータベース"],
    ["데이터", "데이터베이스를 고친다"],
    ["한국어는", "한국어를 배운다"],
  ])("as a part: %s in “%s”", (q, text) => {
    expect(finds(q, text)).toBe(true);
  });

  it.each([
    ["Rechnung", "Alle Rechnungen sind bezahlt"],
    ["Rechnungen", "Die Rechnung ist bezahlt"],
    ["eau", "La facture de l'eau arrive"],
    ["l’eau", "De l'eau dans la cave"],
    ["llaves", "La llave está en la cocina"],
    ["comunicacion", "La comunicación con el banco"],
    ["riunioni", "La riunione è giovedì"],
    ["chaves", "A chave está com a vizinha"],
    ["sleutel", "De sleutels zijn bij de buren"],
    ["ключ", "Ключи от квартиры у соседки"],
  ])("by the stem of its language: %s in “%s”", (q, text) => {
    expect(finds(q, text)).toBe(true);
  });

  it.each([
    ["2.14", "Version 12.14 came out"],
    ["168.1", "The router is 192.168.1.10"],
    ["500mg", "Take 500 pills of 20 mg"],
    ["mouse", "The house"],
    ["poster", "We post letters"],
    ["corner", "Corn grows"],
    ["Rechnung", "Rechen im Garten"],
    ["email", "The e and the mail"],
    ["U.S.", "They let us use it"],
  ])("only where the text has it: not %s in “%s”", (q, text) => {
    expect(finds(q, text)).toBe(false);
  });

  it("and no other text matches that did before, whatever the language of the note", () => {
    const words = ["organizations", "die", "Häuser", "eau", "500", "v1.2", "データ", "node.js", "e-mail", "ключи"];
    const anyWords = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 });
    fc.assert(fc.property(anyWords, (some) => some.every((word) => finds(word, some.join(" ")))));
  });
});

describe("a question", () => {
  it("leaves out the stop words of its language", () => {
    expect(termsOf("Wann bezahle ich die Rechnung?")).not.toContain("=ich");
    expect(termsOf("Wann bezahle ich die Rechnung?")).toEqual(expect.arrayContaining(["+bezahl", "+rechnung"]));
    expect(termsOf("¿Dónde está la llave?")).not.toContain("=la");
    expect(termsOf("鍵は誰が持っていますか")).not.toContain("+ます");
  });

  it("in English asks for no stems of other languages, nor loses a word to their stop words", () => {
    expect(termsOf("Which car insurance do we want?")).toEqual(expect.arrayContaining(["=car", "=insur", "=want"]));
    expect(termsOf("Which posters did the man paint?").filter((term) => term.startsWith("+"))).toEqual([
      "+poster",
      "+man",
      "+paint",
    ]);
  });

  it("without a word that counts in its language has no keywords", () => {
    expect(questionKeywords("Wer ist das und warum?")).toBeNull();
  });

  it("asks for each word once, in whatever forms it comes", () => {
    expect(questionKeywords("Häuser, Haus, Häusern, ich und die Häuser")?.units.length).toBeLessThan(4);
    expect(questionKeywords("Owl owls OWL")?.units).toHaveLength(1);
  });
});

describe("a search for stop words alone", () => {
  it("looks for those of another language, and for none of English", () => {
    expect(finds("wer ist das", "Niemand weiß, wer das ist")).toBe(true);
    expect(parseKeywordQuery("who is that")).toBeNull();
  });
});

function finds(q: string, text: string): boolean {
  return matches(parseKeywordQuery(q)!, text);
}

/** Returns whether an engine would find a note of this text. */
function matches({ units }: KeywordQuery, text: string): boolean {
  const terms = indexTerms([text]).counts.map(([term]) => term);
  return units
    .flatMap(({ clauses }) => clauses)
    .every(({ exact, prefixes }) =>
      terms.some((term) => exact.includes(term) || prefixes.some((prefix) => term.startsWith(prefix))),
    );
}

function termsOf(question: string): string[] {
  return questionKeywords(question)!.units.flatMap(({ clauses }) =>
    clauses.flatMap(({ exact, prefixes }) => [...exact, ...prefixes]),
  );
}
