import { beginTurn, nextTurn } from "../kit/in-turns.ts";
import { sortInTurns } from "../kit/sort-in-turns.ts";
import { type IdIndex, indexIds, placeOf } from "./id-index.ts";
import { REST_RELATIONS, type RestColumns, type RestEnd, type RestRelation } from "../ports/link-store.ts";

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
export async function buildRestGraph(columns: RestColumns): Promise<RestGraph> {
  const { ids, ranks } = await rankEnds(columns.ends);
  const [sources, targets] = [gather(ranks, columns.sources), gather(ranks, columns.targets)];
  const [byRelation] = await groupBy(columns.relations, REST_RELATIONS.length);
  const [byTarget] = await groupBy(targets, ids.length, byRelation);
  const [order, outStarts] = await groupBy(sources, ids.length, byTarget);
  const sortedTargets = gather(targets, order);
  const [inLinks, inStarts] = await groupBy(sortedTargets, ids.length);
  return {
    ids,
    index: await indexIds(ids),
    sources: gather(sources, order),
    targets: sortedTargets,
    createdAt: gather(columns.createdAt, order, new Float64Array(order.length)),
    relations: gather(columns.relations, order, new Uint8Array(order.length)),
    outStarts,
    inStarts,
    inLinks,
    ...(await readNotes(columns.ends, ranks)),
  };
}

/** Returns where the links of each note begin when they are ordered by it. */
export function startsOf(notes: Uint8Array | Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  // Counting with an index takes a third of what iterating does.
  for (let place = 0; place < notes.length; place++) starts[notes[place]! + 1]!++;
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

/** Returns the values at these places. */
function gather<Values extends Uint8Array | Uint32Array | Float64Array = Uint32Array>(
  values: Values,
  places: Uint32Array,
  into: Values = new Uint32Array(places.length) as Values,
): Values {
  for (let place = 0; place < places.length; place++) into[place] = values[places[place]!]!;
  return into;
}

/** Sorts the ids of the ends, and returns by end the place of its id. */
async function rankEnds(ends: readonly RestEnd[]): Promise<{ ids: string[]; ranks: Uint32Array }> {
  // Engines number notes as they are written, so ends often come in the order of their ids already.
  const isSorted = ends.every((end, place) => place === 0 || ends[place - 1]!.id < end.id);
  const givenIds = ends.map(({ id }) => id);
  if (isSorted) return { ids: givenIds, ranks: new Uint32Array(ends.length).map((_, place) => place) };
  const places = new Map(givenIds.map((id, place) => [id, place]));
  // A slice has no room to spare.
  const ids = (await sortInTurns(givenIds)).slice();
  const ranks = new Uint32Array(ids.length);
  const turn = beginTurn();
  for (const [rank, id] of ids.entries()) {
    if (rank % 64 === 0 && turn.isOver()) await turn.next();
    ranks[places.get(id)!] = rank;
  }
  return { ids, ranks };
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

async function readNotes(ends: readonly RestEnd[], ranks: Uint32Array) {
  const [isArchived, isDeleted] = [new Uint8Array(ends.length), new Uint8Array(ends.length)];
  const claimedAt = new Map<number, string>();
  const setAsideAt = new Map<number, string>();
  const turn = beginTurn();
  for (const [place, end] of ends.entries()) {
    if (place % 1_024 === 0 && turn.isOver()) await turn.next();
    const note = ranks[place]!;
    isArchived[note] = Number(end.isArchived);
    isDeleted[note] = Number(end.isDeleted);
    if (end.claimedAt !== null) claimedAt.set(note, end.claimedAt);
    if (end.setAsideAt !== null) setAsideAt.set(note, end.setAsideAt);
  }
  return { isArchived, isDeleted, claimedAt, setAsideAt };
}
