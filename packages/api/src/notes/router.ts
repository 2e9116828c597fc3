import {
  AsOf,
  CheckNoteInput,
  CreatedNote,
  CreateNoteInput,
  Findings,
  FindTagsInput,
  LIMITS,
  ListNotesInput,
  NoteDetail,
  NoteHistory,
  NoteList,
  NotePageInput,
  pageLimit,
  SavedSynthesis,
  SaveSynthesisInput,
  Suggestions,
  TagList,
  UpdatedNote,
  UpdateNoteInput,
} from "@knote/contract";
import * as z from "zod";
import { checkNote } from "../check/check-note.ts";
import { suggestLinks } from "../suggestions/suggest-links.ts";
import { procedure, router } from "../trpc.ts";
import type { WorkClass } from "../work-class.ts";
import { createNote } from "./create-note.ts";
import { deleteNote } from "./delete-note.ts";
import { findTags } from "./find-tags.ts";
import { getNote } from "./get-note.ts";
import { listNotes, streamNotes } from "./list-notes.ts";
import { noteHistory, streamHistory } from "./note-history.ts";
import { restoreNote } from "./restore-note.ts";
import { saveSynthesis } from "./save-synthesis.ts";
import { updateNote } from "./update-note.ts";
import {
  EXAMPLE_CHECK,
  EXAMPLE_CREATED_NOTE,
  EXAMPLE_FINDING,
  EXAMPLE_NEW_NOTE,
  EXAMPLE_NOTE,
  EXAMPLE_NOTE_DETAIL,
  EXAMPLE_REVISION,
  EXAMPLE_SUGGESTION,
  EXAMPLE_UPDATED_NOTE,
} from "../examples.ts";

const tags = ["Notes"];
const ById = z.object({ id: z.string() });
const PastById = ById.extend({ as_of: AsOf.optional() });

export const notesRouter = router({
  create: procedure({
    access: "notes:write",
    work: "write",
    abortable: false,
    errors: [],
    status: 201,
    idempotent: true,
    headers: ["ETag"],
    openapi: {
      method: "POST",
      path: "/api/workspace/notes",
      tags,
      summary: "Create a note",
      example: { request: EXAMPLE_NEW_NOTE, response: EXAMPLE_CREATED_NOTE },
    },
  })
    .input(CreateNoteInput)
    .output(CreatedNote)
    .mutation(({ ctx, input }) => createNote(ctx, input)),

  saveSynthesis: procedure({ access: "notes:write", work: "write", abortable: false, errors: [] })
    .input(SaveSynthesisInput)
    .output(SavedSynthesis)
    .mutation(({ ctx, input }) => saveSynthesis(ctx, input)),

  check: procedure({
    access: "notes:read",
    work: "recall",
    abortable: true,
    errors: ["NOT_FOUND"],
    openapi: {
      method: "POST",
      path: "/api/workspace/notes/check",
      tags,
      summary: "Check a note before it is stored",
      description:
        "Takes the body of a create, of which only `title` is needed. Stores nothing, and refuses nothing that it finds.",
      example: { request: EXAMPLE_CHECK, response: { findings: [EXAMPLE_FINDING] } },
    },
  })
    .input(CheckNoteInput)
    .output(Findings)
    .mutation(({ ctx, input }) => checkNote(ctx, input)),

  get: procedure({
    access: "notes:read",
    work: "read",
    abortable: false,
    errors: ["NOT_FOUND"],
    headers: ["ETag", "X-As-Of"],
    openapi: {
      method: "GET",
      path: "/api/workspace/notes/{id}",
      tags,
      summary: "Read a note",
      example: { response: EXAMPLE_NOTE_DETAIL },
    },
  })
    .input(PastById)
    .output(NoteDetail)
    .query(({ ctx, input }) => getNote(ctx, input)),

  update: procedure({
    access: "notes:write",
    work: "write",
    abortable: false,
    errors: ["NOT_FOUND", "CONFLICT", "PRECONDITION_FAILED"],
    ifMatch: true,
    headers: ["ETag"],
    openapi: {
      method: "PUT",
      path: "/api/workspace/notes/{id}",
      tags,
      summary: "Change the given fields of a note",
      example: { request: { importance: 0.8 }, response: EXAMPLE_UPDATED_NOTE },
    },
  })
    .input(UpdateNoteInput.extend({ id: z.string() }))
    .output(UpdatedNote)
    .mutation(({ ctx, input }) => updateNote(ctx, input)),

  delete: procedure({
    access: "notes:write",
    work: "write",
    abortable: false,
    errors: ["NOT_FOUND", "PRECONDITION_FAILED"],
    ifMatch: true,
    status: 204,
    openapi: {
      method: "DELETE",
      path: "/api/workspace/notes/{id}",
      tags,
      summary: "Delete a note",
      description: "Gone for every reader at once; it can be restored for 30 days unless `purge` is true.",
    },
  })
    .input(ById.extend({ purge: z.boolean({ error: "purge must be true or false." }).optional().default(false) }))
    .output(z.void())
    .mutation(({ ctx, input }) => deleteNote(ctx, input)),

  restore: procedure({
    access: "notes:write",
    work: "write",
    abortable: false,
    errors: ["NOT_FOUND"],
    headers: ["ETag"],
    openapi: {
      method: "POST",
      path: "/api/workspace/notes/{id}/restore",
      tags,
      summary: "Bring a deleted note back",
      example: { response: EXAMPLE_NOTE_DETAIL },
    },
  })
    .input(ById)
    .output(NoteDetail)
    .mutation(({ ctx, input }) => restoreNote(ctx, input)),

  list: procedure({
    access: "notes:read",
    work: workOfList,
    abortable: false,
    errors: [],
    isPaged: true,
    headers: ["X-As-Of", "X-Search-Correction"],
    wholeLists: (ctx, input: ListNotesInput) => ({ notes: streamNotes(ctx, input) }),
    openapi: {
      method: "GET",
      path: "/api/graph/notes",
      tags,
      summary: "List or search notes",
      description: "Newest first; with `q`, best match first. Without `limit` all of them.",
      example: { response: { notes: [EXAMPLE_NOTE] } },
    },
  })
    .input(ListNotesInput)
    .output(NoteList.extend({ next: z.string().nullable(), correction: z.string().optional() }))
    .query(({ ctx, input }) => listNotes(ctx, input)),

  tags: procedure({ access: "notes:read", work: "read", abortable: false, errors: [] })
    .input(FindTagsInput)
    .output(TagList)
    .query(({ ctx, input }) => findTags(ctx, input)),

  history: procedure({
    access: "notes:read",
    work: "read",
    abortable: false,
    errors: ["NOT_FOUND"],
    isPaged: true,
    wholeLists: (ctx, input: NotePageInput) => ({ revisions: streamHistory(ctx, input) }),
    openapi: {
      method: "GET",
      path: "/api/workspace/notes/{id}/history",
      tags,
      summary: "Revisions of a note, newest first",
      description: "A page of long revisions holds fewer than `limit`. Without `limit` all of them.",
      example: { response: { revisions: [EXAMPLE_REVISION] } },
    },
  })
    .input(NotePageInput)
    .output(NoteHistory.extend({ next: z.string().nullable() }))
    .query(({ ctx, input }) => noteHistory(ctx, input)),

  suggestions: procedure({
    access: "notes:read",
    work: "recall",
    abortable: true,
    errors: ["NOT_FOUND"],
    openapi: {
      method: "GET",
      path: "/api/workspace/notes/{id}/suggestions",
      tags,
      summary: "Notes worth linking to",
      example: { response: { suggestions: [EXAMPLE_SUGGESTION] } },
    },
  })
    .input(
      ById.extend({
        limit: pageLimit(LIMITS.suggestions).optional().default(10),
        reasons: z
          .boolean()
          .optional()
          .default(false)
          .meta({ description: "Adds why, where a model or a rule proposed the relation." }),
        rules: z
          .boolean()
          .optional()
          .default(false)
          .meta({ description: "Lets rules propose relations other than `relates_to`, where no model does." }),
      }),
    )
    .output(Suggestions)
    .query(({ ctx, input }) => suggestLinks(ctx, input)),
});

/** Returns the load class of a list: with `q` it costs as much as a search. */
function workOfList(input: unknown): WorkClass {
  return typeof input === "object" && input !== null && "q" in input && input.q !== undefined ? "search" : "read";
}
