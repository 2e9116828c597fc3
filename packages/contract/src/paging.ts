import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { NoteState, NoteType } from "./note.ts";
import { boundedText } from "./text.ts";

export const Cursor = z
  .string()
  .min(1)
  .max(500)
  .meta({ description: "Where a page starts; taken from the `Link` header." });

/** A query parameter that can occur once or several times. */
function repeatable<T extends z.ZodType>(schema: T) {
  return z.union([schema.transform((value) => [value]), z.array(schema).max(100)]);
}

export function pageLimit(max: number) {
  return z
    .int({ error: `limit must be a whole number from 1 to ${max}.` })
    .min(1)
    .max(max);
}

export const NoteFilter = z.object({
  note_type: repeatable(NoteType).optional(),
  tag: repeatable(boundedText("tag", 1, LIMITS.tagLength)).optional(),
  state: repeatable(NoteState).optional(),
});

export const ListNotesInput = NoteFilter.extend({
  q: z.string().optional().meta({ description: 'Full text: all words, `prefix*`, `"a phrase"`.' }),
  sort: z
    .enum(["newest"], { error: "sort must be newest." })
    .optional()
    .meta({ description: "With `q`: newest first among all matches, instead of best match first." }),
  limit: pageLimit(LIMITS.pageSize).optional(),
  cursor: Cursor.optional(),
}).meta({ id: "ListNotesInput" });
export type ListNotesInput = z.infer<typeof ListNotesInput>;

/** Input for a page of something that belongs to one note. */
export const NotePageInput = z.object({
  id: z.string(),
  limit: pageLimit(LIMITS.pageSize).optional(),
  cursor: Cursor.optional(),
});
export type NotePageInput = z.infer<typeof NotePageInput>;

export const ListLinksInput = z.object({
  limit: pageLimit(LIMITS.pageSize).optional(),
  cursor: Cursor.optional(),
});
export type ListLinksInput = z.infer<typeof ListLinksInput>;
