import type { Link } from "@knote/contract";
import { FormatError } from "../format-error.ts";
import type { Graph, GraphNote } from "../graph/graph.ts";

/** A note of an export: its id is its key. */
interface NoteLine extends Omit<GraphNote, "id"> {
  readonly key: string;
  readonly etag: string;
}

interface LinkLine extends Pick<Link, "relation" | "created_at"> {
  readonly source: string;
  readonly target: string;
}

/** Takes the lines of an export by this version of Knote. Throws a `FormatError` when some are missing. */
export function graphOfLines(lines: Iterable<string>): Graph {
  const notes: GraphNote[] = [];
  const links: Link[] = [];
  let isWhole = false;
  for (const line of lines) {
    if (line === "") continue;
    // Safe because the service writes each line whole; a cut one does not parse.
    const value = parseLine(line) as {
      note?: NoteLine;
      link?: LinkLine;
      end?: { readonly notes: number; readonly links: number };
    };
    if (value.note) {
      const { key: id, etag: _etag, ...fields } = value.note;
      notes.push({ id, ...fields });
    } else if (value.link) {
      const { source: source_id, target: target_id, relation, created_at } = value.link;
      links.push({ source_id, target_id, relation, created_at });
    } else if (value.end) isWhole = value.end.notes === notes.length && value.end.links === links.length;
  }
  if (!isWhole) throw cutOff();
  return { notes, links };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw cutOff();
  }
}

function cutOff(): FormatError {
  return new FormatError("The export was cut off before its end; try again.");
}
