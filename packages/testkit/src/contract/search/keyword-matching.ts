import type { StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { givenOwner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

const NOTES: Readonly<Record<string, Partial<StoredNote>>> = {
  owls: {
    title: "Owls hunt at night",
    content: "They organize their nests. To be or not to be an owl.",
    tags: ["birds", "night life"],
  },
  bats: { title: "Bats hunt at dusk", content: "An organization of hunters; each hunter hunts.", tags: ["mammals"] },
  languages: {
    title: "C++ and C# outlive fashions",
    content: "Node.js 24.1 runs TypeScript.",
    tags: ["c++", "node.js"],
  },
  letter: { title: "C is a letter", content: "A plus sign is none." },
  accents: { title: "Café Zürich", content: "Ärger im naïve façade; the owner's résumé isn't here.", tags: ["Élan"] },
  chinese: { title: "机器学习改变世界", content: "深度学习是机器学习的一个分支。" },
  japanese: { title: "東京で寿司を食べる", content: "カタカナ" },
  russian: { title: "Совы охотятся ночью", content: "Без перевода." },
  borders: { title: "Alpha beta", content: "gamma delta", tags: ["epsilon", "zeta eta"] },
  stops: { title: "What it was", content: "Only stop words here: not to be." },
  codes: { title: "Error E1234 in v2.10.3", content: "user_name snake_case R&D 100% 3,5" },
};

type Case = readonly [q: string, match: "all" | "any", found: string];

/** Cases by theme: the query, whether all of it must match, and the names of the notes found. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  words: [
    ["owl", "all", "owls"],
    ["OWLS", "all", "owls"],
    ["hunting", "all", "bats owls"],
    ["owls hunt", "all", "owls"],
    ["owls bats", "all", ""],
    ["owls bats", "any", "bats owls"],
    ["owls nothing", "any", "owls"],
    ["nothing", "all", ""],
    ["the owls", "all", "owls"],
    ["mammals birds night", "any", "bats owls"],
    ["owls birds nests", "all", "owls"],
    ["ow", "all", ""],
  ],
  "the beginning of words as written": [
    ["organiz*", "all", "bats owls"],
    ["organize*", "all", "owls"],
    ["organizing*", "all", ""],
    ["organizing", "all", "bats owls"],
    ["organi* hunt*", "all", "bats owls"],
    ["nes*", "all", "owls"],
    ["hunter*", "all", "bats"],
    ["ni* dusk", "any", "bats owls"],
    ["zür*", "all", "accents"],
    ["nod*", "all", "languages"],
    ["c*", "all", "accents codes languages letter"],
  ],
  phrases: [
    ['"owls hunt"', "all", "owls"],
    ['"hunt owls"', "all", ""],
    ['"hunting at nights"', "all", "owls"],
    ['"hunt night"', "all", ""],
    ['"to be or not to be"', "all", "owls"],
    ['"not to be"', "all", "owls stops"],
    ['"to be" owl', "all", "owls"],
    ['"to be" dusk', "any", "bats owls stops"],
    ['"be to"', "all", ""],
    ['"it was"', "all", "stops"],
    ['"owls hunt" "bats hunt"', "any", "bats owls"],
    ['"owls hunt" "bats hunt"', "all", ""],
    ['"owls hunt" dusk', "any", "bats owls"],
  ],
  "phrases within one field": [
    ['"alpha beta"', "all", "borders"],
    ['"beta gamma"', "all", ""],
    ['"delta epsilon"', "all", ""],
    ['"epsilon zeta"', "all", ""],
    ['"zeta eta"', "all", "borders"],
    ["alpha delta eta", "all", "borders"],
  ],
  "words with signs": [
    ["c++", "all", "languages"],
    ["C#", "all", "languages"],
    ["c", "all", "letter"],
    ["node.js", "all", "languages"],
    ["node", "all", "languages"],
    ["js", "all", "languages"],
    ['"node.js 24.1"', "all", "languages"],
    ["v2.10.3", "all", "codes"],
    ["e1234", "all", "codes"],
    ["user_name", "all", "codes"],
    ["snake", "all", "codes"],
    ["r&d", "all", "codes"],
    ["100", "all", "codes"],
  ],
  "words without their accents and apostrophes": [
    ["cafe", "all", "accents"],
    ["CAFÉ", "all", "accents"],
    ["cafe\u0301", "all", "accents"],
    ["zurich", "all", "accents"],
    ["arger facade resume", "all", "accents"],
    ["owner’s", "all", "accents"],
    ["owners", "all", "accents"],
    ["elan", "all", "accents"],
  ],
  "words of other scripts": [
    ["学习", "all", "chinese"],
    ["机器学习", "all", "chinese"],
    ["世界", "all", "chinese"],
    ["寿司", "all", "japanese"],
    ["カタカナ", "all", "japanese"],
    ["охотятся", "all", "russian"],
    ["СОВЫ", "all", "russian"],
  ],
  "what only looks like syntax": [
    ["owls) OR (bats", "any", "bats owls"],
    ["title:owls", "all", ""],
    ["owls NOT bats", "all", ""],
    ["^owls", "all", "owls"],
    ["=owls ~hunt", "all", "owls"],
    ["owls'; --", "all", "owls"],
  ],
};

export function keywordMatching(open: OpenStorage): void {
  it.each(Object.keys(CASES))("finds %s", async (theme) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const names = new Map<string, string>();
    await Promise.all(
      Object.entries(NOTES).map(async ([name, fields]) => names.set((await owner.note(fields)).id, name)),
    );
    for (const [q, match, expectedNames] of CASES[theme]!) {
      const hits = await owner.search(q, match);
      expect
        .soft(
          hits
            .map((hit) => names.get(hit.id))
            .toSorted()
            .join(" "),
          `${match} of ${q}`,
        )
        .toBe(expectedNames);
      expect
        .soft(
          hits.filter((hit) => !(hit.score > 0)),
          `${match} of ${q}`,
        )
        .toEqual([]);
    }
  });

  it("finds a phrase by its order when many notes contain its words", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const phraseNote = await owner.note({ title: "Red panda", content: "-" });
    for (let index = 0; index < 20; index++)
      await owner.note({ title: "Panda", content: index % 2 ? "It is red." : "A panda, red." });
    expect(await owner.findIds('"red panda"')).toEqual([phraseNote.id]);
  });

  it("finds every word of a long note", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const content = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(" ");
    const { id } = await owner.note({ content });
    await owner.note();
    expect(await owner.findIds("word4999 word0 word2500")).toEqual([id]);
    expect(await owner.findIds('"word2499 word2500 word2501"')).toEqual([id]);
    expect(await owner.findIds("word499*")).toEqual([id]);
  });

  it("searches for many words", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const words = Array.from({ length: 64 }, (_, index) => `word${index}`);
    const { id } = await owner.note({ content: words.join(" ") });
    await owner.note({ content: words.slice(1).join(" ") });
    expect(await owner.findIds(words.join(" "))).toEqual([id]);
    expect(await owner.search(words.join(" "), "any")).toHaveLength(2);
  });
}
