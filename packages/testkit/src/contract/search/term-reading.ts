import { expect, it } from "vitest";
import { freshUserId } from "../../builders/fresh-id.ts";
import { givenOwner, minute } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

const LIMIT = 100;
const NO_TERMS = { exact: [], prefixes: [] };

/** Contract of `KeywordIndex.terms`. */
export function termReading(open: OpenStorage): void {
  it("returns the asked terms that live notes have, with the number of their notes", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    await owner.notes(["Owls owl owl", "An owl hears", "Bats hunt"]);
    const exact = ["=owl", "~owl", "^owls", "=bat", "=cat"];
    const terms = await storage.keywords.terms(owner.userId, { exact, prefixes: [] }, LIMIT);
    expect(terms).toEqual(
      new Map([
        ["=owl", 2],
        ["~owl", 1],
        ["^owls", 1],
      ]),
    );
  });

  it("returns the terms with a prefix, the prefix itself among them", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    await owner.notes(["Hunt hunter", "Hunters hunting", "Hut Hüter"]);
    const terms = await storage.keywords.terms(owner.userId, { exact: [], prefixes: ["=hunt", "^hunt"] }, LIMIT);
    expect([...terms.keys()].toSorted()).toEqual(["=hunt", "=hunter", "^hunters", "^hunting"]);
    const letters = await storage.keywords.terms(owner.userId, { exact: [], prefixes: ["=h"] }, LIMIT);
    expect([...letters.keys()].toSorted()).toEqual(["=hunt", "=hunter", "=hut", "=huter"]);
  });

  it("returns at most the limit of a prefix", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    await owner.notes(["worda wordb wordc wordd"]);
    const countOf = async (limit: number) =>
      (await storage.keywords.terms(owner.userId, { exact: [], prefixes: ["=word"] }, limit)).size;
    expect([await countOf(3), await countOf(4), await countOf(5)]).toEqual([3, 4, 4]);
  });

  it("returns words of any script, and with signs", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    await owner.notes(["Сова 東京 c++ 24.1 ﬁn ÀÉ"]);
    const prefixes = ["=с", "=東", "=c", "=24", "=f", "=a"];
    const terms = await storage.keywords.terms(owner.userId, { exact: [], prefixes }, LIMIT);
    expect([...terms.keys()].toSorted()).toEqual(["=24", "=24.1", "=ae", "=c++", "=fin", "=сова", "=東京"]);
  });

  it("returns the terms of the notes that have not changed since a time", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [note] = await owner.notes(["Owls hunt", "Owls sleep"]);
    await owner.revise(note!, { title: "Owls dream", updated_at: minute(20) });
    const clause = { exact: ["~owl"], prefixes: ["=hunt", "=sleep", "=dream"] };
    const terms = async (unchangedSince: string) =>
      await storage.keywords.terms(owner.userId, clause, LIMIT, { unchangedSince });
    expect(await terms(minute(19))).toEqual(new Map(Object.entries({ "~owl": 1, "=sleep": 1 })));
    expect(await terms(minute(20))).toEqual(new Map(Object.entries({ "~owl": 2, "=dream": 1, "=sleep": 1 })));
    expect(await terms(minute(0))).toEqual(new Map());
  });

  it("follows changes, and never returns words of deleted notes or of others", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const other = givenOwner(storage);
    await other.note({ title: "Owlet", content: "-" });
    const note = await owner.note({ title: "Owlish", content: "-" });
    const clause = { exact: ["=owlet"], prefixes: ["=owl", "^owl"] };
    const ownTerms = async () => [...(await storage.keywords.terms(owner.userId, clause, LIMIT)).keys()].toSorted();
    expect(await ownTerms()).toEqual(["=owlish"]);
    const revision = await owner.revise(note, { title: "Owling" });
    expect(await ownTerms()).toEqual(["^owling"]);
    await owner.delete(revision);
    expect(await ownTerms()).toEqual([]);
    await owner.restore(revision);
    expect(await ownTerms()).toEqual(["^owling"]);
    expect(await storage.keywords.terms(freshUserId(), clause, LIMIT)).toEqual(new Map());
    expect(await storage.keywords.terms(owner.userId, NO_TERMS, LIMIT)).toEqual(new Map());
  });
}
