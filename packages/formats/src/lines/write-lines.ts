import type { Link } from "@knote/contract";
import type { Graph, GraphNote } from "../graph/graph.ts";

/** Writes a graph as the lines that an import takes. A note's id is its key. */
export function* writeLines({ notes, links }: Graph): Generator<string> {
  for (const note of notes) yield noteLine(note);
  for (const link of links) yield linkLine(link);
  yield JSON.stringify({ end: { notes: notes.length, links: links.length } });
}

function noteLine({ id, archived, ...note }: GraphNote): string {
  return JSON.stringify({ note: { key: id, ...note, ...(archived && { archived }) } });
}

function linkLine({ source_id, target_id, relation, created_at }: Link): string {
  return JSON.stringify({ link: { source: source_id, target: target_id, relation, created_at } });
}
