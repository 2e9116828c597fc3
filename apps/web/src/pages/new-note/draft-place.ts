import type { Drafts } from "../../features/notes/editor/drafts.ts";

/**
 * Where a new note is written: `title` is its initial claim, `draft` the id of a note that was taken back, `replaces`
 * the id of a note that the new one supersedes.
 */
export interface DraftPlace {
  readonly title?: string | undefined;
  readonly draft?: string | undefined;
  readonly replaces?: string | undefined;
}

/** Returns the name of a place's draft. Each initial title and each replaced note has its own draft. */
export function draftNameOf({ title = "", draft, replaces }: DraftPlace): string {
  if (draft !== undefined) return `undone:${draft}`;
  if (replaces !== undefined) return `replaces:${replaces}`;
  return title === "" ? "new" : `new:${title}`;
}

/** Returns where the note's writing goes back to: its old place, unless another draft is there. */
export function placeFor(
  drafts: Drafts,
  note: { readonly id: string; readonly writtenAt: DraftPlace },
  here: DraftPlace | null,
): DraftPlace {
  const name = draftNameOf(note.writtenAt);
  const isTaken = drafts.find(name) !== null || (here !== null && draftNameOf(here) === name);
  const { replaces } = note.writtenAt;
  return isTaken ? { draft: note.id, ...(replaces !== undefined && { replaces }) } : note.writtenAt;
}
