import { type GraphData, type GraphLink, type GraphNote, linkKey } from "./graph-data.ts";

/** The changes to a loaded graph. */
export interface GraphChanges {
  /** Ids of notes that may have changed or been removed. */
  readonly changedIds: ReadonlySet<string>;
  /** The changed notes that still exist, with all their links. */
  readonly notes: readonly GraphNote[];
  readonly links: readonly GraphLink[];
  /** States of all notes that are neither active nor archived. */
  readonly states: ReadonlyMap<string, GraphNote["state"]>;
}

/** Applies the changes. Unchanged notes stay the same objects, so that little is redrawn. */
export function updateGraph(graph: GraphData, { changedIds, notes: fresh, links, states }: GraphChanges): GraphData {
  if (changedIds.size === 0) return graph;
  const others = graph.notes.filter(({ id }) => !changedIds.has(id));
  const notes = [...fresh, ...others].map((note) => withState(note, states.get(note.id))).toSorted(newestFirst);
  const unchangedLinks = graph.links.filter(({ source, target }) => !changedIds.has(source) && !changedIds.has(target));
  // A link between two changed notes comes with each of them.
  const byKey = new Map([...unchangedLinks, ...links].map((link) => [linkKey(link), link]));
  return { notes, links: linksBetween(notes, [...byKey.values()]) };
}

/** Returns the links whose ends both exist: notes and links are read in turn, and may change in between. */
export function linksBetween(notes: readonly GraphNote[], links: readonly GraphLink[]): GraphLink[] {
  const ids = new Set(notes.map(({ id }) => id));
  return links.filter(({ source, target }) => ids.has(source) && ids.has(target));
}

function withState(note: GraphNote, linkState: GraphNote["state"] = "active"): GraphNote {
  return note.state === linkState || note.state === "archived" ? note : { ...note, state: linkState };
}

function newestFirst(one: GraphNote, other: GraphNote): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
