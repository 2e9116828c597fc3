import { LinkInput } from "@knote/contract";
import * as z from "zod";
import { defineTool, writes } from "./tool.ts";

export const unlinkNotes = defineTool({
  name: "unlink_notes",
  description: "Remove a link that is wrong. States that followed from it are as before.",
  scope: "notes:write",
  annotations: writes(true, true),
  input: z.object(LinkInput.shape),
  output: z.object({ removed: z.literal(true) }),
  async call({ caller }, input) {
    await caller.links.delete(input);
    return { removed: true as const };
  },
  adviseOn: ({ code }) => (code === "NOT_FOUND" ? "There is no such link. Fetch the note to see its links." : null),
});
