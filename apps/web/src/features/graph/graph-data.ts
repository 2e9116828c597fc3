import type { GraphLink as LinkAsSent, GraphNode, NoteState, NoteType, Relation } from "@knote/contract";

/** What pictures of the graph need of a note; its text is read when it is opened. */
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

/** A linked note, seen from the other. */
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

/** Of each linked note, what it is linked with. */
export function adjacencyOf(links: readonly GraphLink[]): Adjacency {
  const adjacency = new Map<string, Neighbour[]>();
  const add = (from: string, neighbour: Neighbour): void => {
    const known = adjacency.get(from);
    if (known) known.push(neighbour);
    else adjacency.set(from, [neighbour]);
  };
  for (const { source, target, relation } of links) {
    add(source, { id: target, relation, incoming: false });
    add(target, { id: source, relation, incoming: true });
  }
  return adjacency;
}

/** The notes at most so many links away, itself included, nearest first. */
export function within(adjacency: Adjacency, id: string, steps: number): Set<string> {
  const found = new Set([id]);
  let edge = [id];
  for (let step = 0; step < steps && edge.length > 0; step++) {
    const next: string[] = [];
    for (const neighbour of edge.flatMap((from) => adjacency.get(from) ?? [])) {
      if (found.has(neighbour.id)) continue;
      found.add(neighbour.id);
      next.push(neighbour.id);
    }
    edge = next;
  }
  return found;
}
