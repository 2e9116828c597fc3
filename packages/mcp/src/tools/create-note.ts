import { AutoLink, CreateNoteInput, Finding, Relation } from "@knote/contract";
import * as z from "zod";
import { CitedNote, WrittenNote } from "./shown-note.ts";
import { defineTool, writes } from "./tool.ts";

export const createNote = defineTool({
  name: "create_note",
  description:
    "Store one claim of the user's. title: a full sentence that someone could disagree with; content: why, and how it is known. One claim a note. Search first: if the claim is there already, update it; if it changed, create the new one and link it with supersedes. Gives suggested links, and findings: what to look at with the user, such as a note that says otherwise.",
  scope: "notes:write",
  annotations: writes(false, false),
  input: z.object(CreateNoteInput.shape),
  output: WrittenNote.extend({
    suggestions: z.array(z.object(AutoLink.shape)),
    findings: z.array(
      Finding.pick({ rule: true, level: true, message: true }).extend({
        notes: z.array(CitedNote).optional(),
        offer: z.object({ relation: Relation, target_id: z.string() }).optional(),
      }),
    ),
  }),
  async call({ caller, scopes, cite }, input) {
    // Before the note is stored: afterwards it would be found itself. The check names notes, so it takes a reader.
    const { findings } = scopes.has("notes:read") ? await caller.notes.check(input) : { findings: [] };
    const note = await caller.notes.create(input);
    return {
      ...cite(note),
      state: note.state,
      suggestions: note.auto_links,
      findings: findings.map(({ rule, level, message, notes, offer }) => ({
        rule,
        level,
        message,
        ...(notes && { notes: notes.map(cite) }),
        ...(offer && { offer }),
      })),
    };
  },
});
