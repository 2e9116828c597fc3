import * as z from "zod";
import { FieldIssue } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import { CreateNoteInput, NoteId, NoteState, Relation } from "./note.ts";
import { boundedText } from "./text.ts";

/** The sender's own name of a note: identifies it when the same file is sent again, and in links. */
const Key = boundedText("key", 1, LIMITS.importKeyLength)
  .refine((key) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(key), { error: "key must not contain control characters." })
  .meta({ description: "The sender's own name of the note, unique per user.", examples: ["diary-2021-03-04"] });

/** UUIDv7s cannot hold times before 1970. */
function createdAt(description: string) {
  return z.iso
    .datetime({
      offset: true,
      error: "created_at must be an ISO 8601 time with its zone, such as 2021-03-04T05:06:07Z.",
    })
    .refine((time) => !(Date.parse(time) < 0), { error: "created_at must not be before 1970." })
    .transform((time) => new Date(time).toISOString())
    .meta({ description });
}

const ArchivedFlag = z
  .boolean({ error: "archived must be true or false." })
  .meta({ description: "Whether its owner has set the note aside. Every other state follows from the links." });

export const ImportNote = CreateNoteInput.extend({
  key: Key.optional(),
  created_at: createdAt("When the note was written, ISO 8601; not in the future. Now by default.").optional(),
  archived: ArchivedFlag.optional(),
  state: NoteState.optional().meta({
    description: "`archived` counts as `archived: true` where that is absent; the others follow from the links.",
  }),
}).meta({ id: "ImportNote" });
export type ImportNote = z.infer<typeof ImportNote>;

function end(name: string) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${name} is required.` : `${name} must be a string.`) })
    .trim()
    .meta({ description: "Key or id of a note of an earlier line or an earlier import; a key goes before an id." });
}

export const ImportLink = z
  .object({
    source: end("source"),
    target: end("target"),
    relation: Relation,
    created_at: createdAt(
      "When the link was made, ISO 8601; not in the future, and not before either note was written. Now by default.",
    ).optional(),
  })
  .meta({ id: "ImportLink" });
export type ImportLink = z.infer<typeof ImportLink>;

/** One line of an import: a note or a link. */
export const ImportLine = z
  .union([z.object({ note: ImportNote }), z.object({ link: ImportLink })])
  .meta({ id: "ImportLine" });
export type ImportLine = z.infer<typeof ImportLine>;

export const IMPORT_STATUSES = ["created", "exists", "linked", "error"] as const;
export const ImportStatus = z.enum(IMPORT_STATUSES);
export type ImportStatus = z.infer<typeof ImportStatus>;

/** The result of one line. */
export const ImportResult = z
  .object({
    line: z.int().min(1).meta({ description: "Counts from 1, blank lines too." }),
    status: ImportStatus.meta({
      description: "`exists`: the key or the link was there already, and nothing was changed.",
    }),
    id: NoteId.optional().meta({ description: "Of the note that was created, or that has the key." }),
    detail: z.string().optional().meta({ description: "A sentence for people." }),
    issues: z.array(FieldIssue).optional().meta({ description: "Of a line with invalid fields." }),
  })
  .meta({ id: "ImportResult" });
export type ImportResult = z.infer<typeof ImportResult>;

/** Numbers of lines by result. */
export const ImportCounts = z.object({
  created: z.int().min(0),
  exists: z.int().min(0),
  linked: z.int().min(0),
  failed: z.int().min(0),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

/** The last line of a response. When it is missing, or `done` is false, send the file again: lines are missing. */
export const ImportSummary = ImportCounts.extend({
  done: z.boolean(),
  detail: z.string().optional().meta({ description: "Why the import stopped before its end." }),
}).meta({ id: "ImportSummary" });
export type ImportSummary = z.infer<typeof ImportSummary>;
