import type { Adjacency, GraphNote } from "../../features/graph/graph-data.ts";
import { NOTE_TYPE_LOOKS, RELATION_LOOKS, STATE_NAMES } from "../../features/notes/note-types.ts";

/** Describes a note for screen readers: title, type, state and links. */
export function noteInWords({ id, title, type, state }: GraphNote, adjacency: Adjacency): string {
  const words = [title, NOTE_TYPE_LOOKS[type].name, ...(state === "active" ? [] : [STATE_NAMES[state]])];
  const counts = new Map<string, number>();
  for (const { relation, incoming } of adjacency.get(id) ?? []) {
    const name = RELATION_LOOKS[relation][incoming ? "incoming" : "outgoing"];
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const links = [...counts].map(([name, count]) => `${name} ${count}`);
  return `${words.join(", ")}. ${links.length > 0 ? `${links.join(", ")}.` : "No links."}`;
}
