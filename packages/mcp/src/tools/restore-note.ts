import * as z from "zod";
import { WrittenNote } from "./shown-note.ts";
import { defineTool, writes } from "./tool.ts";

export const restoreNote = defineTool({
  name: "restore_note",
  description: "Bring a deleted note back, with its links.",
  scope: "notes:write",
  annotations: writes(false, true),
  input: z.object({ id: z.string({ error: "id must be a string." }) }),
  output: WrittenNote,
  async call({ caller, urlOf }, input) {
    const { id, title, state } = await caller.notes.restore(input);
    return { id, title, url: urlOf(id), state };
  },
});
