import { type GraphData, type GraphLink, type GraphNote, linkKey } from "./graph-data.ts";

/** The changes to a loaded graph. */
export interface GraphChanges {
  /** Ids of notes that may have changed or been removed. */
  readonly changed: ReadonlySet<string>;
  /** The changed notes that still exist, with all their links. */
  readonly notes: readonly GraphNote[];
  readonly links: readonly GraphLink[];
  /** States of all notes that are neither active nor archived. */
  readonly states: ReadonlyMap<string, GraphNote["state"]>;
}

/** Applies the changes. Unchanged notes stay the same objects, so that little is redrawn. */
export function updatedGraph(graph: GraphData, { changed, notes: fresh, links, states }: GraphChanges): GraphData {
  if (changed.size === 0) return graph;
  const others = graph.notes.filter(({ id }) => !changed.has(id));
  const notes = [...fresh, ...others].map((note) => inState(note, states.get(note.id))).toSorted(newestFirst);
  const kept = graph.links.filter(({ source, target }) => !changed.has(source) && !changed.has(target));
  // A link between two changed notes comes with each of them.
  const byKey = new Map([...kept, ...links].map((link) => [linkKey(link), link]));
  return { notes, links: linksBetween(notes, [...byKey.values()]) };
}

/** Returns the links whose ends both exist: notes and links are read in turn, and may change in between. */
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
