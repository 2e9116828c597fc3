import { MultiDirectedGraph } from "graphology";
import { type GraphData, type GraphLink, type GraphNote, linkKey } from "../../../features/graph/graph-data.ts";
import type { Position } from "../layout/positions.ts";

/** The attributes of a note that sigma draws. */
export interface NoteAttributes {
  note: GraphNote;
  x: number;
  y: number;
  size: number;
  color: string;
  look: number;
  label: string;
  hidden: boolean;
  forceLabel: boolean;
  zIndex: number;
}

export interface LinkAttributes {
  link: GraphLink;
  type: string;
  size: number;
  color: string;
  dash: readonly [on: number, period: number];
  hidden: boolean;
}

export type SceneGraph = MultiDirectedGraph<NoteAttributes, LinkAttributes>;

/** Returns the present look of notes and links. */
export interface Painter {
  note(note: GraphNote): Omit<NoteAttributes, "note" | "x" | "y">;
  link(link: GraphLink): Omit<LinkAttributes, "link">;
}

/** Longest slice of work before the page gets a turn. */
const SLICE_MS = 8;
/** With more changes than this at once, the picture is rebuilt. */
const MOST_CHANGES = 200;

/** Builds the graph for sigma in slices, so that the page never blocks; resolves with null when aborted. */
export async function buildSceneGraph(
  data: GraphData,
  positions: ReadonlyMap<string, Position>,
  { painter, signal }: { readonly painter: Painter; readonly signal: AbortSignal },
): Promise<SceneGraph | null> {
  const graph: SceneGraph = new MultiDirectedGraph();
  const steps = [
    ...data.notes.map((note) => () => addNote(graph, note, { painter, position: positions.get(note.id)! })),
    ...data.links.map((link) => () => addLink(graph, link, painter)),
  ];
  let sliceEnds = 0;
  for (const step of steps) {
    if (performance.now() >= sliceEnds) {
      await turn();
      if (signal.aborted) return null;
      sliceEnds = performance.now() + SLICE_MS;
    }
    step();
  }
  return graph;
}

/** Adds and drops what differs; returns false, changing nothing, when a rebuild is cheaper. */
export function updateSceneGraph(
  graph: SceneGraph,
  data: GraphData,
  { painter, positions }: { readonly painter: Painter; readonly positions: ReadonlyMap<string, Position> },
): boolean {
  const wantedLinks = new Map(data.links.map((link) => [linkKey(link), link]));
  const ids = new Set(data.notes.map(({ id }) => id));
  const removedIds = graph.filterNodes((id) => !ids.has(id));
  const removedLinks = graph.filterEdges((key) => !wantedLinks.has(key));
  const addedNotes = data.notes.filter(({ id }) => !graph.hasNode(id));
  const addedLinks = [...wantedLinks].filter(([key]) => !graph.hasEdge(key));
  if (removedIds.length + removedLinks.length + addedNotes.length + addedLinks.length > MOST_CHANGES) return false;
  for (const key of removedLinks) graph.dropEdge(key);
  for (const id of removedIds) graph.dropNode(id);
  for (const note of addedNotes) addNote(graph, note, { painter, position: positions.get(note.id)! });
  for (const [, link] of addedLinks) addLink(graph, link, painter);
  for (const note of data.notes) graph.getNodeAttributes(note.id).note = note;
  return true;
}

/** Returns positions and links by index, in the order of the graph. */
export function layoutInput(graph: SceneGraph): { positions: Float32Array; links: Uint32Array } {
  const indices = new Map(graph.nodes().map((id, index) => [id, index]));
  return {
    positions: Float32Array.from(graph.mapNodes((_, { x, y }) => [x, y]).flat()),
    links: Uint32Array.from(
      graph.mapEdges((_, __, source, target) => [indices.get(source)!, indices.get(target)!]).flat(),
    ),
  };
}

function addNote(
  graph: SceneGraph,
  note: GraphNote,
  { painter, position }: { readonly painter: Painter; readonly position: Position },
): void {
  graph.addNode(note.id, { note, x: position.x, y: position.y, ...painter.note(note) });
}

function addLink(graph: SceneGraph, link: GraphLink, painter: Painter): void {
  graph.addEdgeWithKey(linkKey(link), link.source, link.target, { link, ...painter.link(link) });
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
