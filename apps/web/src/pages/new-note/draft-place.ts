import type { Drafts } from "../../features/notes/editor/drafts.ts";

/** Where a new note is written: `title` begins it, `draft` is the id of a note that was taken back. */
export interface DraftPlace {
  readonly title?: string | undefined;
  readonly draft?: string | undefined;
}

/** What the draft of a place is called. A title that was brought along is a note of its own. */
export function draftNameOf({ title = "", draft }: DraftPlace): string {
  if (draft !== undefined) return `undone:${draft}`;
  return title === "" ? "new" : `new:${title}`;
}

/** Where the words of the note go back to: where they were written, unless others are being written there. */
export function placeFor(
  drafts: Drafts,
  note: { readonly id: string; readonly writtenAt: DraftPlace },
  here: DraftPlace | null,
): DraftPlace {
  const name = draftNameOf(note.writtenAt);
  const isTaken = drafts.find(name) !== null || (here !== null && draftNameOf(here) === name);
  return isTaken ? { draft: note.id } : note.writtenAt;
}
