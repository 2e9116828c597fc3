import type { GraphLink as LinkAsSent, GraphNode, NoteState, NoteType, Relation } from "@knote/contract";

/** The fields of a note that the graph needs; its content is loaded when the note is opened. */
export interface GraphNote {
  readonly id: string;
  readonly title: string;
  readonly type: NoteType;
  readonly state: NoteState;
  readonly tags: readonly string[];
  readonly importance: number;
  readonly createdAt: string;
}

export interface GraphLink {
  readonly source: string;
  readonly target: string;
  readonly relation: Relation;
}

export interface GraphData {
  /** Newest first. */
  readonly notes: readonly GraphNote[];
  readonly links: readonly GraphLink[];
}

/** A linked note, seen from the other end of the link. */
export interface Neighbour {
  readonly id: string;
  readonly relation: Relation;
  readonly incoming: boolean;
}

export type Adjacency = ReadonlyMap<string, readonly Neighbour[]>;

export function graphNote(note: GraphNode): GraphNote {
  const { id, title, note_type: type, state, tags, importance, created_at: createdAt } = note;
  return { id, title, type, state, tags, importance, createdAt };
}

export function graphLink({ source_id: source, target_id: target, relation }: LinkAsSent): GraphLink {
  return { source, target, relation };
}

export function linkKey({ source, target, relation }: GraphLink): string {
  return `${source} ${relation} ${target}`;
}

/** Maps each linked note to its neighbours. */
export function adjacencyOf(links: readonly GraphLink[]): Adjacency {
  const adjacency = new Map<string, Neighbour[]>();
  const add = (from: string, neighbour: Neighbour): void => {
    const neighbours = adjacency.get(from);
    if (neighbours) neighbours.push(neighbour);
    else adjacency.set(from, [neighbour]);
  };
  for (const { source, target, relation } of links) {
    add(source, { id: target, relation, incoming: false });
    add(target, { id: source, relation, incoming: true });
  }
  return adjacency;
}

/** Returns the notes up to `steps` links away, nearest first, including the note itself. */
export function within(adjacency: Adjacency, id: string, steps: number): Set<string> {
  const reachedIds = new Set([id]);
  let edge = [id];
  for (let step = 0; step < steps && edge.length > 0; step++) {
    const next: string[] = [];
    for (const neighbour of edge.flatMap((from) => adjacency.get(from) ?? [])) {
      if (reachedIds.has(neighbour.id)) continue;
      reachedIds.add(neighbour.id);
      next.push(neighbour.id);
    }
    edge = next;
  }
  return reachedIds;
}
