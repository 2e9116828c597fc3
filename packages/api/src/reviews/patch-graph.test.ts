import { createMemoryStorage, freshId, testServices, testUser } from "@knote/testkit";
import type { Relation } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { REST_RELATIONS, type RestLink } from "../ports/link-store.ts";
import type { Storage } from "../ports/storage.ts";
import { listRestLinks, restColumns } from "../links/rest-columns.ts";
import { patchGraph } from "./patch-graph.ts";
import { buildRestGraph, noteNumber, type RestGraph } from "./rest-graph.ts";
import { createReviewCache } from "./review-cache.ts";

const SEEDS = Array.from({ length: 40 }, (_, index) => 7 + index * 131);
const TIME = Date.parse("2026-03-01T12:00:00.000Z");

function createRandom(seed: number) {
  let state = seed;
  return (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit;
}

interface ModelNote {
  readonly id: string;
  archived: boolean;
  deleted: boolean;
  claimedAt: string | null;
}

/** Links by their ends and relation, and notes that bear on them. */
function drawModel(seed: number) {
  const below = createRandom(seed);
  const notes = Array.from({ length: 14 }, (): ModelNote => {
    const id = freshId(TIME + below(1_000));
    return { id, archived: false, deleted: false, claimedAt: null };
  });
  const links = new Map<string, { source: ModelNote; target: ModelNote; relation: 0 | 1; at: number }>();
  const one = () => notes[below(notes.length)]!;
  const timeOf = (at: number) => new Date(TIME + at).toISOString();

  /** Changes something and returns the ids of the notes that it touches. */
  function change(): string[] {
    const [source, target, relation] = [one(), one(), below(2) as 0 | 1];
    const key = `${source.id} ${target.id} ${relation}`;
    const dice = below(10);
    if (dice < 5 && source !== target) links.set(key, { source, target, relation, at: below(1_000) });
    else if (dice < 7) {
      const [removedKey, link] = [...links][below(links.size || 1)] ?? [];
      if (link === undefined) return [];
      links.delete(removedKey!);
      return [link.source.id, link.target.id];
    } else if (dice === 7) source.archived = !source.archived;
    else if (dice === 8) source.deleted = !source.deleted;
    else source.claimedAt = below(3) === 0 ? null : timeOf(below(1_000));
    return dice < 5 ? [source.id, target.id] : [source.id];
  }

  function restLinks(touching?: readonly string[]): RestLink[] {
    return [...links.values()]
      .filter(({ source, target }) => !touching || touching.includes(source.id) || touching.includes(target.id))
      .map(({ source, target, relation, at }) => ({
        source_id: source.id,
        target_id: target.id,
        relation: REST_RELATIONS[relation],
        created_at: timeOf(at),
        sourceArchived: source.archived,
        targetArchived: target.archived,
        sourceDeleted: source.deleted,
        targetDeleted: target.deleted,
        targetClaimedAt: target.claimedAt,
        targetSetAsideAt: target.archived ? timeOf(1) : null,
      }));
  }

  return { change, restLinks, below };
}

/** Returns what a graph tells of its links, by ids and in order. */
function tell(graph: RestGraph) {
  const { ids, sources, targets, relations, createdAt, outStarts, inStarts, inLinks } = graph;
  const noteOf = (note: number) => [
    ids[note],
    graph.isArchived[note],
    graph.isDeleted[note],
    graph.claimedAt.get(note),
    graph.setAsideAt.get(note),
  ];
  const linkOf = (link: number) => [
    noteOf(sources[link]!).slice(0, 3),
    noteOf(targets[link]!),
    relations[link],
    createdAt[link],
  ];
  const linksOfNotes = ids.map((id, note) => {
    expect(noteNumber(graph, id)).toBe(note);
    const outgoing = Array.from({ length: outStarts[note + 1]! - outStarts[note]! }, (_, at) => outStarts[note]! + at);
    const incoming = [...inLinks.subarray(inStarts[note], inStarts[note + 1])];
    return { id, outgoing: outgoing.map(linkOf), incoming: incoming.map(linkOf) };
  });
  expect(ids.toSorted()).toEqual(ids);
  return linksOfNotes.filter(({ outgoing, incoming }) => outgoing.length + incoming.length > 0);
}

describe("a patched graph", () => {
  it.each(SEEDS)("tells the same of all links as one that is built anew (%i)", async (seed) => {
    const { change, restLinks, below } = drawModel(seed);
    let graph = await buildRestGraph(await restColumns(restLinks()));
    for (let round = 0; round < 40; round++) {
      const touchedIds = new Set<string>();
      for (let count = below(4); count >= 0; count--) for (const id of change()) touchedIds.add(id);
      ({ graph } = await patchGraph(graph, [...touchedIds], restLinks([...touchedIds])));
      expect(tell(graph)).toEqual(tell(await buildRestGraph(await restColumns(restLinks()))));
    }
    expect(noteNumber(graph, "nobody")).toBe(-1);
  });
});

/** Returns the same storage as an engine that knows which notes changes of rest links touch. */
function withChanges(storage: Storage) {
  const linksThen = new Map<string, ReadonlyMap<string, RestLink>>();
  const reads = { all: 0, some: 0 };
  const byText = async (userId: string) =>
    new Map(listRestLinks(await storage.links.allRestLinks(userId)).map((link) => [JSON.stringify(link), link]));
  const links: Storage["links"] = {
    ...storage.links,
    async versions(userId) {
      const versions = await storage.links.versions(userId);
      linksThen.set(versions.rests, await byText(userId));
      return versions;
    },
    async restChanges(userId, since) {
      const [then, now] = [linksThen.get(since)!, await byText(userId)];
      const changedLinks = [...then, ...now].filter(([text]) => !then.has(text) || !now.has(text));
      return changedLinks.flatMap(([, { source_id, target_id }]) => [source_id, target_id]);
    },
    async allRestLinks(userId) {
      reads.all++;
      return await storage.links.allRestLinks(userId);
    },
    async restLinks(userId, touching) {
      reads.some++;
      return await storage.links.restLinks(userId, touching);
    },
  };
  return { storage: { ...storage, links }, reads };
}

describe("reviews that are remembered", () => {
  it.each([5, 61, 977])(
    "are what is derived anew after any write, without reading all links again (%i)",
    async (seed) => {
      const memory = createMemoryStorage();
      const { storage, reads } = withChanges(memory);
      const { api, ctx, note } = testUser(testServices({ storage: memory }));
      const below = createRandom(seed);
      const cache = createReviewCache();
      const { userId } = ctx.actor;
      const ids: string[] = [];
      const relations: readonly Relation[] = ["depends_on", "derived_from", "supersedes", "contradicts", "extends"];
      for (let round = 0; round < 60; round++) {
        const [id, other, dice] = [ids[below(ids.length || 1)]!, ids[below(ids.length || 1)]!, below(10)];
        if (ids.length < 5 || dice === 0) ids.push((await note(`Claim ${round}`)).id);
        else if (dice < 6)
          await api.links
            .create({ source_id: id, target_id: other, relation: relations[below(5)]! })
            .catch(() => undefined);
        else if (dice === 6) await api.notes.update({ id, state: below(2) === 0 ? "archived" : "active" });
        else if (dice === 7) await api.notes.update({ id, title: `Other claim ${round}` });
        else if (dice === 8) await api.reviews.look({ id });
        else await api.notes.delete({ id: ids.splice(ids.indexOf(id), 1)[0]! });
        const { reviews } = await cache.of(storage, userId);
        const { reviews: anew } = await createReviewCache().of(memory, userId);
        expect(reviews.ids()).toEqual(anew.ids());
        expect(reviews.totals).toEqual(anew.totals);
        for (const one of ids) expect(await reviews.causesOf(one)).toEqual(await anew.causesOf(one));
      }
      expect(reads.all).toBe(1);
      expect(reads.some).toBeGreaterThan(10);
    },
  );
});
