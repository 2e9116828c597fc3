import { RELATIONS, type Relation } from "@knote/contract";
import type { Storage, StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { givenOwner, type Owner, REMOVED_AT } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

interface Case {
  readonly behaviour: string;
  /** `a>b` supersedes, `a!b` contradicts; `(a)` is archived. */
  readonly graph: string;
  readonly superseded?: string;
  readonly contested?: string;
}

const CASES: readonly Case[] = [
  { behaviour: "no note without links", graph: "a" },
  { behaviour: "the target of a supersession", graph: "a>b", superseded: "b" },
  { behaviour: "every note down a chain", graph: "a>b b>c c>d", superseded: "bcd" },
  { behaviour: "every target of a note that supersedes several", graph: "a>b a>c", superseded: "bc" },
  { behaviour: "a target with two heads once", graph: "a>c b>c", superseded: "c" },
  { behaviour: "no target of an archived note", graph: "(a)>b" },
  { behaviour: "the target of another head beside an archived one", graph: "(a)>c b>c", superseded: "c" },
  { behaviour: "the end of a chain over an archived middle", graph: "a>(b) b>c", superseded: "bc" },
  { behaviour: "only what follows the archived head of a chain", graph: "(a)>b b>c", superseded: "c" },
  { behaviour: "an archived target", graph: "a>(b)", superseded: "b" },
  { behaviour: "the target of a contradiction, not its source", graph: "a!b", contested: "b" },
  { behaviour: "both of two that contradict each other", graph: "a!b b!a", contested: "ab" },
  { behaviour: "no target of an archived contradiction", graph: "(a)!b" },
  { behaviour: "no target of a superseded contradiction", graph: "c>a a!b", superseded: "a" },
  { behaviour: "the target of a contradiction whose successor was archived", graph: "(c)>a a!b", contested: "b" },
  { behaviour: "a note as both", graph: "a>b c!b", superseded: "b", contested: "b" },
];

const CREATED_AT = "2026-03-01T12:00:00.000Z";
const ARCHIVED_NEITHER = { sourceArchived: false, targetArchived: false };

export function linkStates(open: OpenStorage): void {
  it.each(CASES)("derives from $graph: $behaviour", async ({ graph, superseded = "", contested = "" }) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = await draw(owner, graph);
    expect(await drawnStates(storage, owner, notes)).toEqual({ superseded, contested });
  });

  it("depends only on links that affect states", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [source, target] = [await owner.note(), await owner.note()];
    for (const relation of RELATIONS) await owner.link(source, relation, target, CREATED_AT);
    const ends = { source_id: source.id, target_id: target.id, created_at: CREATED_AT, ...ARCHIVED_NEITHER };
    const { newerOf, contradictionsOf } = await storage.links.states(owner.userId);
    expect(newerOf).toEqual(new Map([[target.id, [{ ...ends, relation: "supersedes" }]]]));
    // The target is superseded, so the contradiction no longer counts.
    expect(contradictionsOf).toEqual(new Map());
  });

  it.each([
    ["source", true],
    ["target", false],
  ] as const)("reports that the %s of a link is archived", async (_, sourceArchived) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const source = await owner.note({ archived: sourceArchived });
    const target = await owner.note({ archived: !sourceArchived });
    await owner.link(source, "supersedes", target, CREATED_AT);
    const archiveFlags = { sourceArchived, targetArchived: !sourceArchived };
    const link = { source_id: source.id, target_id: target.id, created_at: CREATED_AT, ...archiveFlags };
    expect((await storage.links.states(owner.userId)).newerOf).toEqual(
      new Map([[target.id, [{ ...link, relation: "supersedes" }]]]),
    );
  });

  it("returns what supersedes and what contradicts a note", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = await draw(owner, "a>b b>c d!e e!f d!c d!(g)");
    const name = (id: string) => [...notes].find(([, note]) => note.id === id)![0];
    const { newerOf, contradictionsOf } = await storage.links.states(owner.userId);
    const newer = [...newerOf].map(([id, links]) => [name(id), links.map((link) => name(link.source_id))] as const);
    expect(new Map(newer)).toEqual(
      new Map([
        ["b", ["a"]],
        ["c", ["b"]],
      ]),
    );
    const against = [...contradictionsOf].map(
      ([id, links]) =>
        [name(id), links.map((link) => `${name(link.source_id)}!${name(link.target_id)}`).toSorted()] as const,
    );
    expect(new Map(against)).toEqual(
      new Map([
        ["d", ["d!e"]],
        ["e", ["d!e", "e!f"]],
        ["f", ["e!f"]],
      ]),
    );
  });

  it("returns the newest links first", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const claim = await owner.note();
    const critics = await owner.notes(["One", "Two", "Three"]);
    for (const critic of critics) await owner.link(critic, "contradicts", claim);
    const { contradictionsOf } = await storage.links.states(owner.userId);
    expect(contradictionsOf.get(claim.id)!.map((link) => link.source_id)).toEqual(
      critics.toReversed().map(({ id }) => id),
    );
  });

  it("reflects every change of links and notes at once", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const notes = await draw(owner, "a>b b>c a!d");
    const states = () => drawnStates(storage, owner, notes);
    const [a, b] = [notes.get("a")!, notes.get("b")!];
    expect(await states()).toEqual({ superseded: "bc", contested: "d" });
    const archivedNote = await owner.archive(a);
    expect(await states()).toEqual({ superseded: "c", contested: "" });
    await owner.revise(archivedNote, { archived: false });
    expect(await states()).toEqual({ superseded: "bc", contested: "d" });
    await owner.delete(b);
    expect(await states()).toEqual({ superseded: "", contested: "d" });
    await owner.restore(b);
    expect(await states()).toEqual({ superseded: "bc", contested: "d" });
    await storage.links.delete(
      owner.userId,
      { source_id: a.id, target_id: b.id, relation: "supersedes" },
      REMOVED_AT,
      [],
    );
    expect(await states()).toEqual({ superseded: "c", contested: "d" });
    await owner.purge(a);
    expect(await states()).toEqual({ superseded: "c", contested: "" });
    await owner.link(notes.get("d")!, "supersedes", b);
    expect(await states()).toEqual({ superseded: "bc", contested: "" });
  });

  it("resolves a long chain", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const chain = await owner.notes(Array.from({ length: 60 }, (_, index) => `Version ${index}`));
    await Promise.all(chain.slice(1).map((note, index) => owner.link(note, "supersedes", chain[index]!)));
    expect((await storage.links.states(owner.userId)).superseded).toEqual(
      new Set(chain.slice(0, -1).map((note) => note.id)),
    );
  });

  it("has the right states after many parallel changes", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const pairs = await Promise.all(
      Array.from({ length: 15 }, async () => [await owner.note(), await owner.note()] as const),
    );
    await Promise.all(
      pairs.map(async ([newer, older], index) => {
        await owner.link(newer, "supersedes", older);
        await storage.links.states(owner.userId);
        if (index % 3 === 1) await owner.archive(newer);
        if (index % 3 === 2) await owner.delete(older);
      }),
    );
    const expectedIds = pairs.filter((_, index) => index % 3 === 0).map(([, older]) => older.id);
    expect((await storage.links.states(owner.userId)).superseded).toEqual(new Set(expectedIds));
  });

  it("derives nothing from another user's links", async () => {
    await using storage = await open();
    await draw(givenOwner(storage), "a>b c!d");
    const other = givenOwner(storage);
    expect(await storage.links.states(other.userId)).toEqual({
      superseded: new Set(),
      contested: new Set(),
      newerOf: new Map(),
      olderOf: new Map(),
      contradictions: [],
      contradictionsOf: new Map(),
    });
  });
}

async function draw(owner: Owner, graph: string): Promise<Map<string, StoredNote>> {
  const archivedNames = new Set([...graph.matchAll(/\((\w)\)/g)].map((match) => match[1]));
  const plain = graph.replace(/[()]/g, "");
  const notes = new Map<string, StoredNote>();
  for (const name of new Set(plain.match(/\w/g)))
    notes.set(name, await owner.note({ title: name, archived: archivedNames.has(name) }));
  for (const [, source, sign, target] of plain.matchAll(/(\w)([>!])(\w)/g)) {
    const relation: Relation = sign === ">" ? "supersedes" : "contradicts";
    await owner.link(notes.get(source!)!, relation, notes.get(target!)!);
  }
  return notes;
}

async function drawnStates(
  storage: Storage,
  owner: Owner,
  notes: ReadonlyMap<string, StoredNote>,
): Promise<{ superseded: string; contested: string }> {
  const { superseded, contested } = await storage.links.states(owner.userId);
  const names = (ids: ReadonlySet<string>) =>
    [...notes]
      .flatMap(([name, note]) => (ids.has(note.id) ? name : []))
      .toSorted()
      .join("");
  expect([...superseded, ...contested].every((id) => [...notes.values()].some((note) => note.id === id))).toBe(true);
  return { superseded: names(superseded), contested: names(contested) };
}
