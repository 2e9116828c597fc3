import { type GraphData, type GraphLink, type GraphNote, linkKey } from "./graph-data.ts";

/** What has changed about some notes. */
export interface GraphChanges {
  /** Notes that may be others than before, or gone. */
  readonly changed: ReadonlySet<string>;
  /** Those of them that are there, with all their links. */
  readonly notes: readonly GraphNote[];
  readonly links: readonly GraphLink[];
  /** Of every note that is not active, unless it is archived. */
  readonly states: ReadonlyMap<string, GraphNote["state"]>;
}

/** The graph with the changes; notes that did not change stay the same objects, so that little is drawn again. */
export function updatedGraph(graph: GraphData, { changed, notes: fresh, links, states }: GraphChanges): GraphData {
  if (changed.size === 0) return graph;
  const others = graph.notes.filter(({ id }) => !changed.has(id));
  const notes = [...fresh, ...others].map((note) => inState(note, states.get(note.id))).toSorted(newestFirst);
  const kept = graph.links.filter(({ source, target }) => !changed.has(source) && !changed.has(target));
  // A link of two notes that changed comes with each.
  const byKey = new Map([...kept, ...links].map((link) => [linkKey(link), link]));
  return { notes, links: linksBetween(notes, [...byKey.values()]) };
}

/** Links whose ends are both there: what is read one after the other may change in between. */
export function linksBetween(notes: readonly GraphNote[], links: readonly GraphLink[]): GraphLink[] {
  const ids = new Set(notes.map(({ id }) => id));
  return links.filter(({ source, target }) => ids.has(source) && ids.has(target));
}

function inState(note: GraphNote, linked: GraphNote["state"] = "active"): GraphNote {
  return note.state === linked || note.state === "archived" ? note : { ...note, state: linked };
}

function newestFirst(one: GraphNote, other: GraphNote): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
