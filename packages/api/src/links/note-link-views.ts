import type { NoteLinks } from "@knote/contract";
import type { TitledLink } from "../ports/link-store.ts";

/** Converts a link from a note into the form that the note's links show. */
export function outgoingLink({ target_id, title, relation, created_at }: TitledLink): NoteLinks["outgoing"][number] {
  return { target_id, target_title: title, relation, created_at };
}

/** Converts a link to a note into the form that the note's links show. */
export function incomingLink({ source_id, title, relation, created_at }: TitledLink): NoteLinks["incoming"][number] {
  return { source_id, source_title: title, relation, created_at };
}

/** Divides links by their end at the note. */
export function noteLinksView(id: string, links: readonly TitledLink[]): NoteLinks {
  const isOutgoing = (link: TitledLink) => link.source_id === id;
  return {
    outgoing: links.filter(isOutgoing).map(outgoingLink),
    incoming: links.filter((link) => !isOutgoing(link)).map(incomingLink),
  };
}
