import { nextTurn } from "../kit/in-turns.ts";
import { REST_RELATIONS, type RestLink } from "../ports/link-store.ts";
import { extendIndex } from "./id-index.ts";
import { firstAtLeast, groupLinks, noteNumber, type RestGraph } from "./rest-graph.ts";

/**
 * Returns the graph in which the links of some notes are replaced by `links`, their present ones. Notes that have no
 * links any more keep their numbers, so a graph can have more notes than one that is built anew, but no other links.
 */
export async function patchGraph(
  graph: RestGraph,
  touchedIds: readonly string[],
  links: readonly RestLink[],
): Promise<RestGraph> {
  const numbering = await addNotes(
    graph,
    links.flatMap(({ source_id, target_id }) => [source_id, target_id]),
  );
  await nextTurn();
  const isTouched = new Uint8Array(numbering.ids.length);
  for (const id of touchedIds) {
    const note = noteNumber(numbering, id);
    if (note >= 0) isTouched[note] = 1;
  }
  const mergedLinks = mergeLinks(numbering, isTouched, links);
  await nextTurn();
  return { ...mergedLinks, ...(await groupLinks(mergedLinks)), ...changeNotes(numbering, links) };
}

/** Gives numbers to the notes that have none; all others are numbered again where a new one comes before them. */
async function addNotes(graph: RestGraph, ids: readonly string[]): Promise<RestGraph> {
  const newIds = [...new Set(ids)].filter((id) => noteNumber(graph, id) < 0).sort();
  if (newIds.length === 0) return graph;
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
  const spread = (flags: Uint8Array) => {
    const movedFlags = new Uint8Array(allIds.length);
    for (const [note, flag] of flags.entries()) movedFlags[numbers[note]!] = flag;
    return movedFlags;
  };
  const renumber = (times: RestGraph["claimedAt"]) =>
    new Map(times.entries().map(([note, time]) => [numbers[note]!, time]));
  return {
    ...graph,
    ids: allIds,
    index: await extendIndex(graph.index, allIds, { numbers, newPlaces }),
    sources: graph.sources.map((note) => numbers[note]!),
    targets: graph.targets.map((note) => numbers[note]!),
    isArchived: spread(graph.isArchived),
    isDeleted: spread(graph.isDeleted),
    claimedAt: renumber(graph.claimedAt),
    setAsideAt: renumber(graph.setAsideAt),
  };
}

/** Replaces the links of touched notes, in the order of source, target and relation. */
function mergeLinks(graph: RestGraph, isTouched: Uint8Array, links: readonly RestLink[]): RestGraph {
  const newLinks = links
    .map((link) => ({
      source: noteNumber(graph, link.source_id),
      target: noteNumber(graph, link.target_id),
      relation: REST_RELATIONS.indexOf(link.relation),
      time: Date.parse(link.created_at),
    }))
    .sort((one, other) => one.source - other.source || one.target - other.target || one.relation - other.relation);
  const most = graph.sources.length + newLinks.length;
  const [sources, targets, relations] = [new Uint32Array(most), new Uint32Array(most), new Uint8Array(most)];
  const createdAt = new Float64Array(most);
  let [length, nextAdded] = [0, 0];
  const add = (source: number, target: number, relation: number, time: number) => {
    [sources[length], targets[length], relations[length], createdAt[length]] = [source, target, relation, time];
    length++;
  };
  for (let link = 0; link < graph.sources.length; link++) {
    const [source, target, relation] = [graph.sources[link]!, graph.targets[link]!, graph.relations[link]!];
    if (isTouched[source] || isTouched[target]) continue;
    for (; nextAdded < newLinks.length; nextAdded++) {
      const one = newLinks[nextAdded]!;
      if ((one.source - source || one.target - target || one.relation - relation) > 0) break;
      add(one.source, one.target, one.relation, one.time);
    }
    add(source, target, relation, graph.createdAt[link]!);
  }
  for (const one of newLinks.slice(nextAdded)) add(one.source, one.target, one.relation, one.time);
  return {
    ...graph,
    sources: sources.slice(0, length),
    targets: targets.slice(0, length),
    relations: relations.slice(0, length),
    createdAt: createdAt.slice(0, length),
  };
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
