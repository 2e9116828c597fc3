import { pageLimit, Suggestions } from "@knote/contract";
import * as z from "zod";
import { GivenId } from "./shown-note.ts";
import { defineTool, READS } from "./tool.ts";

export const suggestLinks = defineTool({
  name: "suggest_links",
  description:
    "Notes worth linking to one note and not linked yet, best first, with the relation that Knote proposes. Nothing is linked by this; make the ones that are right with link_notes.",
  scope: "notes:read",
  annotations: READS,
  input: z.object({
    id: GivenId,
    limit: pageLimit(10).optional().default(5),
  }),
  output: z.object({ suggestions: Suggestions.shape.suggestions }),
  call: ({ caller }, input) => caller.notes.suggestions({ ...input, reasons: true, rules: true }),
});
