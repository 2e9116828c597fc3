import { nextTurn } from "../kit/in-turns.ts";
import { REST_RELATIONS, type RestLink } from "../ports/link-store.ts";
import { extendIndex } from "./id-index.ts";
import { type LinkRun, regroupLinks } from "./regroup-links.ts";
import { firstAtLeast, linksAt, noteNumber, type RestGraph } from "./rest-graph.ts";

/** A graph that was patched, and what of the one before it is still there. */
export interface GraphPatch {
  readonly graph: RestGraph;
  /** By number of a note before, its number now; null where all are as before, with new ones behind them. */
  readonly numbers: Uint32Array | null;
  /** Runs of links that were kept: those from `start` on and before `end` are now those from `place` on. */
  readonly keptRuns: readonly LinkRun[];
  /** The notes whose links were replaced, or that have a number for the first time; by their present numbers. */
  readonly touchedNotes: readonly number[];
}

/**
 * Returns the graph in which the links of some notes are replaced by `links`, their present ones. Notes that have no
 * links any more keep their numbers, so a graph can have more notes than one that is built anew, but no other links.
 */
export async function patchGraph(
  graph: RestGraph,
  touchedIds: readonly string[],
  links: readonly RestLink[],
): Promise<GraphPatch> {
  const endIds = links.flatMap(({ source_id, target_id }) => [source_id, target_id]);
  const numbering = await addNotes(graph, endIds);
  await nextTurn();
  const newIds = [...new Set(endIds)].filter((id) => noteNumber(graph, id) < 0);
  const touchedNotes = new Set([...touchedIds, ...newIds].map((id) => noteNumber(numbering.graph, id)));
  touchedNotes.delete(-1);
  const { mergedLinks, ...merge } = mergeLinks(numbering.graph, [...touchedNotes], links);
  await nextTurn();
  return {
    graph: {
      ...mergedLinks,
      ...regroupLinks(numbering.graph, mergedLinks, merge),
      ...changeNotes(numbering.graph, links),
    },
    numbers: numbering.numbers,
    keptRuns: merge.keptRuns,
    touchedNotes: [...touchedNotes],
  };
}

/** Gives numbers to the notes that have none; all others are numbered again where a new one comes before them. */
async function addNotes(graph: RestGraph, ids: readonly string[]): Promise<Pick<GraphPatch, "graph" | "numbers">> {
  const newIds = [...new Set(ids)].filter((id) => noteNumber(graph, id) < 0).sort();
  if (newIds.length === 0) return { graph, numbers: null };
  if (graph.ids.length === 0 || newIds[0]! > graph.ids.at(-1)!) return await appendNotes(graph, newIds);
  const numbers = new Uint32Array(graph.ids.length);
  const allIds: string[] = [];
  const newPlaces = new Map<string, number>();
  let start = 0;
  for (const id of [...newIds, null]) {
    const end = id === null ? graph.ids.length : firstAtLeast(graph.ids, id);
    for (let note = start; note < end; note++) numbers[note] = allIds.push(graph.ids[note]!) - 1;
    if (id !== null) newPlaces.set(id, allIds.push(id) - 1);
    start = end;
  }
  await nextTurn();
  const renumber = (times: RestGraph["claimedAt"]) =>
    new Map(times.entries().map(([note, time]) => [numbers[note]!, time]));
  const graphNow = {
    ...graph,
    ids: allIds,
    index: await extendIndex(graph.index, allIds, { numbers, newPlaces }),
    sources: graph.sources.map((note) => numbers[note]!),
    targets: graph.targets.map((note) => numbers[note]!),
    outStarts: spreadStarts(graph.outStarts, numbers, allIds.length),
    inStarts: spreadStarts(graph.inStarts, numbers, allIds.length),
    isArchived: spreadFlags(graph.isArchived, numbers, allIds.length),
    isDeleted: spreadFlags(graph.isDeleted, numbers, allIds.length),
    claimedAt: renumber(graph.claimedAt),
    setAsideAt: renumber(graph.setAsideAt),
  };
  return { graph: graphNow, numbers };
}

/** Gives numbers to notes that come after all others, as new ones do. */
async function appendNotes(
  graph: RestGraph,
  newIds: readonly string[],
): Promise<Pick<GraphPatch, "graph" | "numbers">> {
  const ids = [...graph.ids, ...newIds];
  const count = ids.length;
  const newPlaces = new Map(newIds.map((id, place) => [id, graph.ids.length + place]));
  const graphNow = {
    ...graph,
    ids,
    index: await extendIndex(graph.index, ids, { numbers: null, newPlaces }),
    outStarts: growStarts(graph.outStarts, count),
    inStarts: growStarts(graph.inStarts, count),
    isArchived: spreadFlags(graph.isArchived, null, count),
    isDeleted: spreadFlags(graph.isDeleted, null, count),
  };
  return { graph: graphNow, numbers: null };
}

function growStarts(starts: Uint32Array, count: number): Uint32Array {
  const grownStarts = new Uint32Array(count + 1).fill(starts.at(-1)!);
  grownStarts.set(starts);
  return grownStarts;
}

/** Returns flags by note for notes that have other numbers now; 0 for those between them and behind them. */
export function spreadFlags(flags: Uint8Array, numbers: Uint32Array | null, count: number): Uint8Array<ArrayBuffer> {
  const movedFlags = new Uint8Array(count);
  if (numbers === null) movedFlags.set(flags);
  if (numbers === null) return movedFlags;
  for (let note = 0; note < flags.length; note++) movedFlags[numbers[note]!] = flags[note]!;
  return movedFlags;
}

/** Returns where the links of each note begin, for notes that have other numbers now; those between them have none. */
function spreadStarts(starts: Uint32Array, numbers: Uint32Array, count: number): Uint32Array {
  const movedStarts = new Uint32Array(count + 1).fill(starts.at(-1)!);
  let next = 0;
  for (let note = 0; note < numbers.length; note++)
    for (; next <= numbers[note]!; next++) movedStarts[next] = starts[note]!;
  return movedStarts;
}

/** Replaces the links of touched notes, in the order of source, target and relation. */
function mergeLinks(graph: RestGraph, touchedNotes: readonly number[], links: readonly RestLink[]) {
  const removedLinks = new Set(touchedNotes.flatMap((note) => linksAt(graph, note)));
  const newLinks = links
    .map((link) => ({
      source: noteNumber(graph, link.source_id),
      target: noteNumber(graph, link.target_id),
      relation: REST_RELATIONS.indexOf(link.relation),
      time: Date.parse(link.created_at),
    }))
    .sort((one, other) => one.source - other.source || one.target - other.target || one.relation - other.relation);
  const length = graph.sources.length - removedLinks.size + newLinks.length;
  const newPlaces: number[] = [];
  const [sources, targets, relations] = [new Uint32Array(length), new Uint32Array(length), new Uint8Array(length)];
  const createdAt = new Float64Array(length);
  const keptRuns: LinkRun[] = [];
  let [start, place] = [0, 0];
  const keepUpTo = (end: number) => {
    if (end > start) {
      sources.set(graph.sources.subarray(start, end), place);
      targets.set(graph.targets.subarray(start, end), place);
      relations.set(graph.relations.subarray(start, end), place);
      createdAt.set(graph.createdAt.subarray(start, end), place);
      keptRuns.push({ start, end, place });
      place += end - start;
    }
    start = end;
  };
  const breaks = [
    ...newLinks.map((newLink) => ({ at: firstLinkAfter(graph, newLink), newLink })),
    ...[...removedLinks].map((at) => ({ at, newLink: null })),
  ].sort((one, other) => one.at - other.at || Number(one.newLink === null) - Number(other.newLink === null));
  for (const { at, newLink } of breaks) {
    keepUpTo(at);
    if (newLink === null) {
      start = at + 1;
      continue;
    }
    sources[place] = newLink.source;
    targets[place] = newLink.target;
    relations[place] = newLink.relation;
    createdAt[place] = newLink.time;
    newPlaces.push(place++);
  }
  keepUpTo(graph.sources.length);
  return { mergedLinks: { ...graph, sources, targets, relations, createdAt }, keptRuns, removedLinks, newPlaces };
}

/** Returns the first link of the graph that does not come before the given one. */
function firstLinkAfter(
  { sources, targets, relations }: RestGraph,
  { source, target, relation }: { readonly source: number; readonly target: number; readonly relation: number },
): number {
  let [low, high] = [0, sources.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = sources[middle]! - source || targets[middle]! - target || relations[middle]! - relation;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Takes over what the links tell of their ends. */
function changeNotes(graph: RestGraph, links: readonly RestLink[]) {
  const [isArchived, isDeleted] = [graph.isArchived.slice(), graph.isDeleted.slice()];
  const [claimedAt, setAsideAt] = [new Map(graph.claimedAt), new Map(graph.setAsideAt)];
  for (const link of links) {
    const [source, target] = [noteNumber(graph, link.source_id), noteNumber(graph, link.target_id)];
    [isArchived[source], isArchived[target]] = [Number(link.sourceArchived), Number(link.targetArchived)];
    [isDeleted[source], isDeleted[target]] = [Number(link.sourceDeleted), Number(link.targetDeleted)];
    for (const [times, time] of [
      [claimedAt, link.targetClaimedAt],
      [setAsideAt, link.targetSetAsideAt],
    ] as const)
      if (time === null) times.delete(target);
      else times.set(target, time);
  }
  return { isArchived, isDeleted, claimedAt, setAsideAt };
}
