import type { NoteDetail, PartLink } from "@knote/contract";
import type { LinkedNote } from "../../features/notes/links-of.ts";
import type { PartText } from "./deal-sentences.ts";

/** Returns the input of a split. Parts keep type, tags and importance of the note; one without a content repeats its claim. */
export function splitInput(
  { id, note_type, tags, importance }: Pick<NoteDetail, "id" | "note_type" | "tags" | "importance">,
  parts: readonly PartText[],
  places: ReadonlyMap<LinkedNote, number>,
) {
  return {
    id,
    parts: parts.map((part, index) => {
      const title = part.title.trim();
      const links = [...places].filter(([, place]) => place === index).map(([link]) => partLink(link));
      return { title, content: part.content.trim() || title, note_type, tags: [...tags], importance, links };
    }),
  };
}

function partLink({ id, relation, incoming }: LinkedNote): PartLink {
  return incoming ? { source_id: id, relation } : { target_id: id, relation };
}
