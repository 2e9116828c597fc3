import { questionKeywords, type KeywordHit, type StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { freshUserId } from "../../builders/fresh-id.ts";
import { givenOwner, idsOf, minute, searchable } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { referenceHits } from "./reference-bm25.ts";

const VOCABULARY =
  "owl owls hunting hunter hunts night nights organize organization organic naïve café node.js node c++ mouse mice dusk dawn forest moon river 学习 機械 v2.1 echo sonar wing wings feather".split(
    " ",
  );

const QUERIES: readonly string[] = [
  "owl",
  "hunting at night",
  "organization",
  "organi*",
  "hunt* moon",
  "nothing here",
  "n* w*",
  "node.js",
  "node c++",
  "cafe naive",
  '"owl hunting"',
  '"night forest" river',
  '"moon" "dusk"',
  '"it was"',
  '"it was" owl',
  '"it was" "as it is" forest',
  '"wings feather" mouse echo*',
  "学习",
  "forest moon river echo sonar dawn dusk mice",
];

export function keywordRanking(open: OpenStorage): void {
  it("ranks by the formula", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = await Promise.all(randomNotes(60).map((fields) => owner.note(fields)));
    for (const q of QUERIES) {
      for (const match of ["all", "any"] as const) {
        const query = searchable(q, match);
        expectSameRanking(await storage.keywords.search(owner.userId, query, {}), referenceHits(query, notes), q);
      }
    }
  });

  it("scores ids like a search for any word", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = await Promise.all(randomNotes(40).map((fields) => owner.note(fields)));
    const foreign = await givenOwner(storage).note({ title: "Owl hunting at night" });
    for (const q of QUERIES) {
      const query = searchable(q);
      const ids = notes.filter((_, index) => index % 3 === 0).map((note) => note.id);
      const expectedHits = referenceHits({ ...query, match: "any" }, notes).filter((hit) => ids.includes(hit.id));
      const scores = await storage.keywords.scores(owner.userId, query, [...ids, ids[0]!, foreign.id, "no-id"]);
      expectSameScores(scores, expectedHits, q);
    }
    expect(await storage.keywords.scores(owner.userId, searchable("owl"), [])).toEqual([]);
  });

  it("counts the notes with each word and phrase of a query", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const titles = ["Owls hunt as it was", "Owls sleep", "An owl as it was", "It was"];
    for (const title of titles) await owner.note({ title, content: "-" });
    const deletedNote = await owner.note({ title: "Owls hunt as it was", content: "-" });
    await owner.delete(deletedNote);
    await givenOwner(storage).note({ title: "Owls hunt", content: "-" });
    const statistics = (q: string) => storage.keywords.statistics(owner.userId, searchable(q));
    const { corpus, units } = await statistics('owl "owls hunt" "it was" zebra');
    expect({ corpus, units }).toEqual({ corpus: { notes: 4, totalLength: 5 }, units: [[3], [3, 1], [3], [0]] });
    expect(await storage.keywords.statistics(freshUserId(), searchable("owl"))).toMatchObject({
      corpus: { notes: 0, totalLength: 0 },
    });
  });

  it("counts only a share of a clause that has one, whichever search came before", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = await Promise.all(randomNotes(40).map((fields) => owner.note(fields)));
    for (const share of [0.5, 1, 0.25]) {
      const query = questionKeywords("Which owl hunts at night in the forest?")!;
      const [first, ...rest] = query.units;
      const shared = { ...first!, clauses: first!.clauses.map((clause) => ({ ...clause, share })) };
      const withShare = { ...query, units: [shared, ...rest] };
      const actual = await storage.keywords.search(owner.userId, withShare, {});
      expectSameRanking(actual, referenceHits(withShare, notes), `share ${share}`);
    }
  });

  it("leaves out words of many live notes, as long as four others are found", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const rare = ["mouse", "dusk", "dawn", "moon"];
    const titles = ["Owl", "Owl", "Owl", "Owl river", "River", ...rare.map((word) => `${word} forest`)];
    const notes = await Promise.all(titles.map((title) => owner.note({ title, content: "-" })));
    const deletedNote = await owner.note({ title: "River", content: "-" });
    await owner.delete(deletedNote);
    const find = async (q: string, words: string) => {
      const query = { ...searchable(q, "any"), mostNotes: 2 };
      expectSameRanking(
        await storage.keywords.search(owner.userId, query, {}),
        referenceHits(searchable(words, "any"), notes),
        q,
      );
    };
    await find("owl forest river mouse dusk dawn moon", "river mouse dusk dawn moon");
    // Three are found, so that words of eight notes count.
    await find("owl mouse dusk dawn zebra", "owl mouse dusk dawn");
    await find("owl", "owl");
    await find("zebra", "zebra");
  });

  it("orders ties by id, newest first, and limits after ordering", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const same = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        owner.note({ title: "Owls hunt", content: "-", created_at: minute(index % 4) }),
      ),
    );
    const best = await owner.note({ title: "Owls owls", content: "-", created_at: minute(0) });
    const expectedIds = [best.id, ...idsOf(same).toReversed()];
    const search = (limit?: number) => storage.keywords.search(owner.userId, searchable("owls"), {}, limit);
    expect((await search()).map((hit) => hit.id)).toEqual(expectedIds);
    expect((await search(5)).map((hit) => hit.id)).toEqual(expectedIds.slice(0, 5));
    expect((await search(100)).map((hit) => hit.id)).toEqual(expectedIds);
  });

  it("returns the same scores with and without a limit", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    await Promise.all(randomNotes(50).map((fields) => owner.note(fields)));
    for (const q of ["owl night", "organi*", '"owl hunting" moon']) {
      const query = searchable(q, "any");
      const whole = await storage.keywords.search(owner.userId, query, {});
      expect(await storage.keywords.search(owner.userId, query, {}, 7)).toEqual(whole.slice(0, 7));
    }
  });

  it("is not affected by another user's notes", async () => {
    await using storage = await open();
    const [ada, grace] = [givenOwner(storage), givenOwner(storage)];
    for (const title of ["Owls hunt mice", "Owls sleep", "Mice sleep", "Moon"]) await ada.note({ title, content: "-" });
    const before = await ada.search("owls mice sleep", "any");
    await Promise.all(
      Array.from({ length: 30 }, () => grace.note({ title: "Mice mice mice", content: "sleep ".repeat(50) })),
    );
    expect(await ada.search("owls mice sleep", "any")).toEqual(before);
    expect(await grace.search("owls")).toEqual([]);
  });

  it("limits the weight of a very frequent word", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes: StoredNote[] = [];
    for (const times of [1, 2, 3, 9, 40, 500])
      notes.push(await owner.note({ title: "Echo", content: `${"owl ".repeat(times)}${"moon ".repeat(500 - times)}` }));
    const query = searchable("owl");
    expectSameRanking(await storage.keywords.search(owner.userId, query, {}), referenceHits(query, notes), "owl");
  });
}

/** Expects the same notes and scores, best first; near-equal scores can differ in their last bits, and so in order. */
function expectSameRanking(actual: readonly KeywordHit[], expectedHits: readonly KeywordHit[], q: string): void {
  expectSameScores(actual, expectedHits, q);
  expect(actual, q).toEqual(actual.toSorted((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1)));
}

function expectSameScores(actual: readonly KeywordHit[], expectedHits: readonly KeywordHit[], q: string): void {
  expect(idsOf(actual), q).toEqual(idsOf(expectedHits));
  const scores = new Map(expectedHits.map((hit) => [hit.id, hit.score]));
  for (const hit of actual) expect(hit.score, q).toBeCloseTo(scores.get(hit.id)!, 9);
}

function randomNotes(count: number): Partial<StoredNote>[] {
  const random = createRandom(42);
  const words = (most: number) =>
    Array.from(
      { length: 1 + Math.floor(random() * most) },
      () => VOCABULARY[Math.floor(random() * VOCABULARY.length)],
    ).join(" ");
  return Array.from({ length: count }, () => ({
    title: words(5),
    content: `The ${words(40)}. ${random() < 0.3 ? "It was." : ""} ${random() < 0.1 ? "As it is." : ""}`,
    tags: random() < 0.3 ? [words(2)] : [],
  }));
}

/** Mulberry32: the same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
  };
}
