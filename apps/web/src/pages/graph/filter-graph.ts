import type { Relation } from "@knote/contract";
import { adjacencyOf, type GraphData, type GraphNote, within } from "../../features/graph/graph-data.ts";
import { RELATIONS } from "../../features/notes/note-types.ts";
import type { GraphSearch } from "./graph-search.ts";
import { restCircles } from "./rest-circles.ts";

export const DEFAULT_STEPS = 2;

export interface FilteredGraph {
  readonly notes: ReadonlySet<string>;
  readonly relations: ReadonlySet<Relation>;
  readonly matches: ReadonlySet<string> | null;
}

/** Returns the part of the graph that the filters leave, and what the search finds in it. */
export function filterGraph(graph: GraphData, search: GraphSearch): FilteredGraph {
  const relations = new Set(search.relations ?? RELATIONS);
  const fits = fitting(search);
  const circles = search.circles ? restCircles(graph) : null;
  const fittingIds = new Set(
    graph.notes.filter((note) => fits(note) && (circles === null || circles.has(note.id))).map(({ id }) => id),
  );
  const notes =
    search.around === undefined ? fittingIds : aroundNote(graph, { ...search, around: search.around }, fittingIds);
  const words = wordsOf(search.find ?? "");
  if (words.length === 0) return { notes, relations, matches: null };
  const matchingNotes = graph.notes.filter((note) => notes.has(note.id) && hasWords(note, words));
  return { notes, relations, matches: new Set(matchingNotes.map(({ id }) => id)) };
}

function fitting({ types, states, tag }: GraphSearch): (note: GraphNote) => boolean {
  const wantedTag = tag?.toLowerCase();
  return (note) =>
    (!types || types.includes(note.type)) &&
    (!states || states.includes(note.state)) &&
    (wantedTag === undefined || note.tags.some((one) => one.toLowerCase() === wantedTag));
}

/** Returns the note and its neighbourhood along visible notes and relations. */
function aroundNote(
  graph: GraphData,
  { around, steps = DEFAULT_STEPS, relations = RELATIONS }: GraphSearch & { readonly around: string },
  fittingIds: ReadonlySet<string>,
): Set<string> {
  const shows = (id: string): boolean => id === around || fittingIds.has(id);
  const links = graph.links.filter(
    ({ source, target, relation }) => relations.includes(relation) && shows(source) && shows(target),
  );
  return within(adjacencyOf(links), around, steps);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function hasWords({ title, tags }: GraphNote, words: readonly string[]): boolean {
  const text = `${title} ${tags.map((tag) => `#${tag}`).join(" ")}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
