import { beginTurn, nextTurn } from "../kit/in-turns.ts";
import { sortInTurns } from "../kit/sort-in-turns.ts";
import { type IdIndex, indexIds, placeOf } from "./id-index.ts";
import { REST_RELATIONS, type RestLink, type RestRelation } from "../ports/link-store.ts";

/**
 * What rests on what, compressed: notes and links have numbers. Notes are numbered in the order of their ids, links in
 * the order of source, target and relation, so the same links give the same graph in whatever order they come.
 */
export interface RestGraph {
  readonly ids: readonly string[];
  readonly index: IdIndex;
  /** By link. */
  readonly sources: Uint32Array;
  readonly targets: Uint32Array;
  readonly createdAt: Float64Array;
  /** By link, the index of its relation in `REST_RELATIONS`. */
  readonly relations: Uint8Array;
  /** The links of source `n` are those from `outStarts[n]` to `outStarts[n + 1]`. */
  readonly outStarts: Uint32Array;
  /** The links to target `n` are the entries of `inLinks` from `inStarts[n]` to `inStarts[n + 1]`. */
  readonly inStarts: Uint32Array;
  readonly inLinks: Uint32Array;
  readonly isArchived: Uint8Array;
  readonly isDeleted: Uint8Array;
  /** Only of notes whose claim was reworded. */
  readonly claimedAt: ReadonlyMap<number, string>;
  readonly setAsideAt: ReadonlyMap<number, string>;
}

/** Compresses the rest links of one user. Yields to other work when there are many. */
export async function buildRestGraph(links: readonly RestLink[]): Promise<RestGraph> {
  const { ids, sources, targets, relations, times } = await numberNotes(links);
  const [byRelation] = await groupBy(relations, REST_RELATIONS.length);
  const [byTarget] = await groupBy(targets, ids.length, byRelation);
  const [order, outStarts] = await groupBy(sources, ids.length, byTarget);
  const sortedTargets = targets.map((_, place) => targets[order[place]!]!);
  const [inLinks, inStarts] = await groupBy(sortedTargets, ids.length);
  return {
    ids,
    index: await indexIds(ids),
    sources: sources.map((_, place) => sources[order[place]!]!),
    targets: sortedTargets,
    createdAt: times.map((_, place) => times[order[place]!]!),
    relations: relations.map((_, place) => relations[order[place]!]!),
    outStarts,
    inStarts,
    inLinks,
    ...(await readNotes(links, { sources, targets, count: ids.length })),
  };
}

/** Finds the links of each note, given links in order. */
export async function groupLinks({
  ids,
  sources,
  targets,
}: Pick<RestGraph, "ids" | "sources" | "targets">): Promise<Pick<RestGraph, "outStarts" | "inStarts" | "inLinks">> {
  const [inLinks, inStarts] = await groupBy(targets, ids.length);
  return { outStarts: startsOf(sources, ids.length), inStarts, inLinks };
}

/** Returns where the links of each note begin when they are ordered by it. */
export function startsOf(notes: Uint8Array | Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (const note of notes) starts[note + 1]!++;
  for (let note = 0; note < count; note++) starts[note + 1]! += starts[note]!;
  return starts;
}

/** Returns the number of a note, or -1 when it rests on nothing and nothing rests on it. */
export function noteNumber({ ids, index }: RestGraph, id: string): number {
  return placeOf(index, ids, id);
}

/** Returns the links to and from a note; none for -1. */
export function linksAt({ inLinks, inStarts, outStarts }: RestGraph, note: number): number[] {
  if (note < 0) return [];
  const links = [...inLinks.subarray(inStarts[note], inStarts[note + 1])];
  for (let link = outStarts[note]!; link < outStarts[note + 1]!; link++) links.push(link);
  return links;
}

/** What a note rests on directly. */
export interface Foundation {
  readonly id: string;
  readonly relation: RestRelation;
}

/** Returns what a note rests on directly, by id; what is deleted is left out, as nothing of it may be told. */
export function foundationsOf(graph: RestGraph, id: string): Foundation[] {
  const note = noteNumber(graph, id);
  if (note < 0) return [];
  const foundations: Foundation[] = [];
  for (let link = graph.outStarts[note]!; link < graph.outStarts[note + 1]!; link++) {
    const target = graph.targets[link]!;
    const relation = REST_RELATIONS[graph.relations[link]!]!;
    if (!graph.isDeleted[target]) foundations.push({ id: graph.ids[target]!, relation });
  }
  return foundations;
}

/** Returns the first place of sorted `ids` whose id is `id` or comes after it. */
export function firstAtLeast(ids: readonly string[], id: string): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function numberNotes(links: readonly RestLink[]) {
  const firstNumbers = new Map<string, number>();
  const numberFirst = (id: string) => {
    const number = firstNumbers.get(id);
    if (number !== undefined) return number;
    firstNumbers.set(id, firstNumbers.size);
    return firstNumbers.size - 1;
  };
  const [sources, targets] = [new Uint32Array(links.length), new Uint32Array(links.length)];
  const relations = new Uint8Array(links.length);
  const times = new Float64Array(links.length);
  const turn = beginTurn();
  for (const [place, link] of links.entries()) {
    if (place % 64 === 0 && turn.isOver()) await turn.next();
    times[place] = Date.parse(link.created_at);
    relations[place] = REST_RELATIONS.indexOf(link.relation);
    sources[place] = numberFirst(link.source_id);
    targets[place] = numberFirst(link.target_id);
  }
  // A slice has no room to spare.
  const ids = (await sortInTurns([...firstNumbers.keys()])).slice();
  const ranks = new Uint32Array(ids.length);
  for (const [rank, id] of ids.entries()) {
    if (rank % 64 === 0 && turn.isOver()) await turn.next();
    ranks[firstNumbers.get(id)!] = rank;
  }
  return {
    ids,
    relations,
    times,
    sources: sources.map((one) => ranks[one]!),
    targets: targets.map((one) => ranks[one]!),
  };
}

/** Orders the places of `values` by value, equal ones as in `order`; returns also where each value begins. */
async function groupBy(
  values: Uint8Array | Uint32Array,
  count: number,
  order?: Uint32Array,
): Promise<[Uint32Array, Uint32Array]> {
  await nextTurn();
  const starts = startsOf(values, count);
  const free = starts.slice();
  const places = new Uint32Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const place = order ? order[index]! : index;
    places[free[values[place]!]!++] = place;
  }
  return [places, starts];
}

async function readNotes(
  links: readonly RestLink[],
  { sources, targets, count }: { sources: Uint32Array; targets: Uint32Array; count: number },
) {
  const [isArchived, isDeleted] = [new Uint8Array(count), new Uint8Array(count)];
  const claimedAt = new Map<number, string>();
  const setAsideAt = new Map<number, string>();
  const turn = beginTurn();
  for (const [place, link] of links.entries()) {
    if (place % 64 === 0 && turn.isOver()) await turn.next();
    const [source, target] = [sources[place]!, targets[place]!];
    isArchived[source]! |= Number(link.sourceArchived);
    isArchived[target]! |= Number(link.targetArchived);
    isDeleted[source]! |= Number(link.sourceDeleted);
    isDeleted[target]! |= Number(link.targetDeleted);
    if (link.targetClaimedAt !== null) claimedAt.set(target, link.targetClaimedAt);
    if (link.targetSetAsideAt !== null) setAsideAt.set(target, link.targetSetAsideAt);
  }
  return { isArchived, isDeleted, claimedAt, setAsideAt };
}
