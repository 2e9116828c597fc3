import { AsOf, NoteDetail, NoteLinks } from "@knote/contract";
import * as z from "zod";
import { AsOfHint, CitedNote, GivenId } from "./shown-note.ts";
import { defineTool, READS } from "./tool.ts";

const MOST_TEXT = 12_000;
const MOST_LINKS = 50;

export const fetch = defineTool({
  name: "fetch",
  description:
    "Read one note whole: explanation, type, state and links both ways. A superseded note was replaced: read its supersedes link and use the newer one. A contested note is contradicted by another: show both.",
  scope: "notes:read",
  annotations: READS,
  input: z.object({
    id: GivenId,
    offset: z.int({ error: "offset must be a whole number." }).min(0).optional().default(0),
    as_of: AsOf.optional(),
  }),
  hints: { id: "An id, note://<id> or the url of a note.", offset: "next_offset of the call before.", as_of: AsOfHint },
  output: CitedNote.extend({
    text: z.string(),
    metadata: NoteDetail.pick({
      note_type: true,
      state: true,
      tags: true,
      importance: true,
      created_at: true,
      updated_at: true,
    }),
    links: NoteLinks.extend({ more: z.boolean() }),
    next_offset: z.int().nullable(),
  }),
  async call({ caller, cite, idIn }, { id: text, offset, as_of }) {
    const note = { id: idIn(text), as_of };
    const [detail, links] = await Promise.all([
      caller.notes.get(note),
      caller.links.ofNote({ ...note, limit: MOST_LINKS }),
    ]);
    const { content, note_type, state, tags, importance, created_at, updated_at } = detail;
    return {
      ...cite(detail),
      ...partOf(content, offset),
      metadata: { note_type, state, tags, importance, created_at, updated_at },
      links: { outgoing: links.outgoing, incoming: links.incoming, more: links.next !== null },
    };
  },
});

/** Returns the characters from the offset on, as many as one answer holds. */
function partOf(content: string, offset: number): { readonly text: string; readonly next_offset: number | null } {
  if (offset === 0 && content.length <= MOST_TEXT) return { text: content, next_offset: null };
  const characters = [...content];
  const end = offset + MOST_TEXT;
  return {
    text: characters.slice(offset, end).join(""),
    next_offset: end < characters.length ? end : null,
  };
}
