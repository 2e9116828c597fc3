import { boundedText, LIMITS, ListNotesInput, Note, NoteState, NoteType, pageLimit } from "@knote/contract";
import * as z from "zod";
import { sizeOf } from "../shorten.ts";
import { AsOfHint, CitedNote, CursorHint } from "./shown-note.ts";
import { defineTool, READS } from "./tool.ts";

/** About 5,000 tokens, as ids and addresses take many. */
const MOST_CHARACTERS = 12_000;

function several<Schema extends z.ZodType>(name: string, schema: Schema) {
  return z
    .array(schema, { error: `${name} must be an array.` })
    .max(100)
    .optional();
}

export const listNotes = defineTool({
  name: "list_notes",
  description:
    'List notes newest first, or by full text with q (all words, prefix*, "a phrase"), filtered by type, tag or state. Use it for what is new, for counting and for exact words; use search for questions.',
  scope: "notes:read",
  annotations: READS,
  input: ListNotesInput.pick({ q: true, as_of: true, cursor: true }).extend({
    note_type: several("note_type", NoteType),
    tag: several("tag", boundedText("tag", 1, LIMITS.tagLength)),
    state: several("state", NoteState),
    limit: pageLimit(50).optional().default(20),
  }),
  hints: { as_of: AsOfHint, cursor: CursorHint },
  output: z.object({
    notes: z.array(CitedNote.extend(Note.pick({ note_type: true, state: true, tags: true, created_at: true }).shape)),
    next: z.string().nullable(),
    correction: z.string().optional(),
  }),
  async call({ caller, cite }, input) {
    const list = async (limit: number) => {
      const page = await caller.notes.list({ ...input, limit });
      const notes = page.notes.map((note) => {
        const { note_type, state, tags, created_at } = note;
        return { ...cite(note), note_type, state, tags, created_at };
      });
      return { notes, next: page.next, ...(page.correction !== undefined && { correction: page.correction }) };
    };
    const page = await list(input.limit);
    const fittingCount = countFitting(page.notes);
    // The cursor belongs to the last note of a page, so a page that is too long is read again, shorter.
    return fittingCount === page.notes.length ? page : await list(fittingCount);
  },
});

/** How many of the notes fit one answer; one at least, so that paging gets on. */
function countFitting(notes: readonly unknown[]): number {
  let characters = 0;
  const place = notes.findIndex((note) => (characters += sizeOf(note) + 1) > MOST_CHARACTERS);
  return place < 0 ? notes.length : Math.max(1, place);
}
