import type { Graph } from "../graph/graph.ts";
import { writeMarkdown } from "../markdown/write-markdown.ts";

/** In a folder or archive: the same moment as JSON lines, with history. */
export const LINES_FILE = ".knote/graph.jsonl";

/** Yields the files of an export as Markdown; `text` is what the service sent, and `graph` what it holds. */
export function* exportFiles(graph: Graph, text: string): Generator<{ readonly path: string; readonly text: string }> {
  yield { path: LINES_FILE, text };
  yield* writeMarkdown(graph);
}
