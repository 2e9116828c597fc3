import { UpdatedNote, UpdateNoteInput } from "@knote/contract";
import * as z from "zod";
import { defineTool, writes } from "./tool.ts";

export const updateNote = defineTool({
  name: "update_note",
  description:
    "Change the given fields of a note; the earlier revision is kept. For typos and better words. When the claim itself changed, create_note and link with supersedes instead. state: archived sets a note aside, active brings it back.",
  scope: "notes:write",
  annotations: writes(true, true),
  input: z.object({ id: z.string({ error: "id must be a string." }) }).extend(
    UpdateNoteInput.omit({ base_revision: true }).extend({
      state: z.enum(["archived", "active"], { error: "state must be archived or active." }).optional(),
    }).shape,
  ),
  output: UpdatedNote.pick({ id: true, title: true, updated_at: true }).extend({ url: z.string() }),
  async call({ caller, urlOf }, input) {
    const { id, title, updated_at } = await caller.notes.update(input);
    return { id, title, url: urlOf(id), updated_at };
  },
});
