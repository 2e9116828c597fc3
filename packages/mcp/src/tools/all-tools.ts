import { ask } from "./ask.ts";
import { createNote } from "./create-note.ts";
import { deleteNote } from "./delete-note.ts";
import { fetch } from "./fetch.ts";
import { linkNotes } from "./link-notes.ts";
import { listNotes } from "./list-notes.ts";
import { restoreNote } from "./restore-note.ts";
import { review } from "./review.ts";
import { search } from "./search.ts";
import { suggestLinks } from "./suggest-links.ts";
import type { Tool } from "./tool.ts";
import { unlinkNotes } from "./unlink-notes.ts";
import { updateNote } from "./update-note.ts";

/** Twelve is the budget: each one costs every conversation. What is new becomes a kind, an option or a finding. */
export const ALL_TOOLS: readonly Tool[] = [
  search,
  fetch,
  listNotes,
  ask,
  suggestLinks,
  review,
  createNote,
  updateNote,
  linkNotes,
  unlinkNotes,
  deleteNote,
  restoreNote,
];
