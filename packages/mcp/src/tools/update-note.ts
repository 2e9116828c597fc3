import { UpdatedNote, UpdateNoteInput } from "@knote/contract";
import * as z from "zod";
import { CitedNote, GivenId } from "./shown-note.ts";
import { defineTool, writes } from "./tool.ts";

export const updateNote = defineTool({
  name: "update_note",
  description:
    "Change the given fields of a note; the earlier revision is kept. For typos and better words. When the claim itself changed, create_note and link with supersedes instead. state: archived sets a note aside, active brings it back.",
  scope: "notes:write",
  annotations: writes(true, true),
  input: z.object({ id: GivenId }).extend(
    UpdateNoteInput.omit({ base_revision: true }).extend({
      state: z.enum(["archived", "active"], { error: "state must be archived or active." }).optional(),
    }).shape,
  ),
  output: CitedNote.extend(UpdatedNote.pick({ updated_at: true }).shape),
  async call({ caller, cite }, input) {
    const note = await caller.notes.update(input);
    return { ...cite(note), updated_at: note.updated_at };
  },
});
