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
export function repeatable<T extends z.ZodType>(schema: T) {
  return z.union([schema.transform((value) => [value]), z.array(schema).max(100)]);
}

export function pageLimit(max: number) {
  return z
    .int({ error: `limit must be a whole number from 1 to ${max}.` })
    .min(1)
    .max(max);
}

/**
 * A time as a caller gives it: ISO 8601 with a zone, or a date. A blank in place of the zone's plus is read as one, as
 * that is how a query decodes it.
 */
export function moment(name: string) {
  const error = `${name} must be a date such as 2026-03-01, or an ISO 8601 time with a zone such as 2026-03-01T12:00:00Z.`;
  return z
    .string({ error })
    .overwrite((text) => text.replace(/ (?=\d\d:\d\d$)/, "+"))
    .refine((text) => z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text).success, { error });
}

export const AsOf = moment("as_of").meta({
  description:
    "The graph as it was then: an ISO 8601 time with a zone, or a date, which means the end of that UTC day. At most now. " +
    "Notes that are deleted now are in no past.",
  examples: ["2026-03-01"],
});

export const NoteFilter = z.object({
  note_type: repeatable(NoteType).optional(),
  tag: repeatable(boundedText("tag", 1, LIMITS.tagLength)).optional(),
  state: repeatable(NoteState).optional(),
  needs_review: z
    .boolean({ error: "needs_review must be true or false." })
    .optional()
    .meta({ description: "Only notes that rest on something that fell, or only all others." }),
});

const SEARCH_SYNTAX = [
  'Full text: all words, `prefix*`, `"a phrase"`; when nothing matches all words, notes that match any.',
  '`owls OR bats` matches either; `-word` and `-"a phrase"` leave notes out. Filters: `tag:birds` (`tag:bi*` for all',
  'tags with that beginning, `tag:"night life"`), `type:decision`, `state:contested`, `after:2026-03-01` (that day in UTC',
  "or later; also `2026-03` or `2026`) and `before:2026-03-01`; `-` in front of a filter reverses it. A filter counts like",
  "a further value of the parameter with its name. What has another form or stands in quotes is text. When nothing",
  "matches, misspelt words are corrected; `X-Search-Correction` then has the search that was answered.",
].join(" ");

export const ListNotesInput = NoteFilter.extend({
  q: z.string().optional().meta({ description: SEARCH_SYNTAX }),
  sort: z
    .enum(["newest"], { error: "sort must be newest." })
    .optional()
    .meta({ description: "With `q`: newest first among all matches, instead of best match first." }),
  as_of: AsOf.optional(),
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

export const NoteLinksInput = NotePageInput.extend({ as_of: AsOf.optional() });
export type NoteLinksInput = z.infer<typeof NoteLinksInput>;

export const ListLinksInput = z.object({
  as_of: AsOf.optional(),
  limit: pageLimit(LIMITS.pageSize).optional(),
  cursor: Cursor.optional(),
});
export type ListLinksInput = z.infer<typeof ListLinksInput>;
