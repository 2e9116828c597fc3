import * as z from "zod";
import { NoteFilter } from "./paging.ts";

/** What an export has: the notes of the filters with the links between them, or only what names their states. */
export const ExportInput = NoteFilter.extend({
  q: z.string().optional().meta({ description: "As in `GET /api/graph/notes`." }),
  history: z.boolean({ error: "history must be true or false." }).optional().default(false).meta({
    description:
      "Also revisions, keys, looks, stances and operations; without filters webhooks, too, but not their secrets.",
  }),
  heads: z.boolean({ error: "heads must be true or false." }).optional().default(false).meta({
    description:
      "Instead of notes and links, what tells their states, of all notes and of the trash: the other parameters have no effect.",
  }),
});
export type ExportInput = z.infer<typeof ExportInput>;
