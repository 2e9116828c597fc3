import type { LinkInput, NoteLinks, Relation } from "@knote/contract";

/** A link seen from one of its ends. */
export interface LinkedNote {
  readonly id: string;
  readonly title: string;
  readonly relation: Relation;
  readonly incoming: boolean;
}

export function linksOf({ outgoing, incoming }: NoteLinks): LinkedNote[] {
  return [
    ...outgoing.map(({ target_id: id, target_title: title, relation }) => ({ id, title, relation, incoming: false })),
    ...incoming.map(({ source_id: id, source_title: title, relation }) => ({ id, title, relation, incoming: true })),
  ];
}

/** Groups links that read alike from this end, in order of first appearance; `relates_to` has no direction. */
export function groupsOf(links: readonly LinkedNote[]): [kind: string, LinkedNote[]][] {
  const kind = ({ relation, incoming }: LinkedNote) =>
    relation === "relates_to" ? relation : `${relation} ${incoming}`;
  return [...Map.groupBy(links, kind)];
}

/** Returns the link between two notes in the form that the server takes. */
export function linkInput(noteId: string, { id, relation, incoming }: Omit<LinkedNote, "title">): LinkInput {
  return incoming ? { source_id: id, target_id: noteId, relation } : { source_id: noteId, target_id: id, relation };
}
