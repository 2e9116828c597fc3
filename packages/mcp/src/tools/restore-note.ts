import * as z from "zod";
import { GivenId, WrittenNote } from "./shown-note.ts";
import { defineTool, writes } from "./tool.ts";

export const restoreNote = defineTool({
  name: "restore_note",
  description: "Bring a deleted note back, with its links.",
  scope: "notes:write",
  annotations: writes(false, true),
  input: z.object({ id: GivenId }),
  output: WrittenNote,
  async call({ caller, cite }, input) {
    const note = await caller.notes.restore(input);
    return { ...cite(note), state: note.state };
  },
});
