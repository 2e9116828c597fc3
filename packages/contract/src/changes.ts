import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { NoteType, Relation, Timestamp } from "./note.ts";
import { Cursor, moment, pageLimit } from "./paging.ts";
import { NamedNote } from "./review.ts";

export const CHANGE_KINDS = [
  "written",
  "reworded",
  "explained",
  "replaced",
  "contested",
  "settled",
  "set_aside",
  "stands_again",
  "linked",
  "unlinked",
  "needs_review",
] as const;
export const ChangeKind = z.enum(CHANGE_KINDS).meta({
  id: "ChangeKind",
  description: [
    "`written`: a new note. `reworded`: its title makes another claim. `explained`: it has another content.",
    "`replaced`, `contested`, `set_aside`: now superseded, contested or archived. `settled`: no longer contested.",
    "`stands_again`: no longer superseded or archived. `linked` and `unlinked`: a link that stands now and did not, or",
    "the reverse. `needs_review`: open now, and began in this time.",
  ].join(" "),
});
export type ChangeKind = z.infer<typeof ChangeKind>;

export const ListChangesInput = z
  .object({
    since: moment("since").meta({
      description: "The earlier time: ISO 8601 with a zone, or a date, which means the beginning of that UTC day.",
      examples: ["2026-03-01"],
    }),
    until: moment("until")
      .optional()
      .meta({
        description: "The later time, now by default; a date means the end of that UTC day.",
        examples: ["2026-03-31"],
      }),
    kind: z
      .enum(CHANGE_KINDS, { error: `kind must be one of ${CHANGE_KINDS.join(", ")}.` })
      .optional()
      .meta({ description: "Only this kind. Without it, `linked` and `unlinked` leave out `relates_to`." }),
    limit: pageLimit(LIMITS.pageSize).optional().default(100),
    cursor: Cursor.optional().meta({ description: "`next` of the page before." }),
  })
  .meta({ id: "ListChangesInput" });
export type ListChangesInput = z.infer<typeof ListChangesInput>;

export const GraphChange = z
  .object({
    kind: ChangeKind,
    at: Timestamp.meta({ description: "When what bears on it last changed in this time." }),
    note: NamedNote.extend({ note_type: NoteType }).meta({
      description: "As of the later time; of a link its source.",
    }),
    from: z.string().optional().meta({ description: "The earlier title, or the earlier state." }),
    to: z.string().optional().meta({ description: "The later title, or the later state." }),
    by: z
      .array(NamedNote)
      .optional()
      .meta({ description: "What replaced or contests it, or why it needs review; at most 10." }),
    relation: Relation.optional(),
    other: NamedNote.optional().meta({ description: "The target of a link." }),
  })
  .meta({ id: "GraphChange" });
export type GraphChange = z.infer<typeof GraphChange>;

const count = z.int().min(0);

export const ChangeCounts = z
  .object({
    ...(Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, count])) as Record<ChangeKind, typeof count>),
    deleted: count.meta({ description: "How many notes went to the trash in this time and are there still." }),
  })
  .meta({ description: "How many changes of each kind there are, whichever are asked for." });
export type ChangeCounts = z.infer<typeof ChangeCounts>;

export const ChangeList = z
  .object({
    since: Timestamp,
    until: Timestamp,
    kept_since: Timestamp.meta({ description: "Since when removed links are kept; before, some changes are missing." }),
    counts: ChangeCounts,
    changes: z.array(GraphChange).meta({ description: "Newest first." }),
    next: z.string().nullable().meta({ description: "The `cursor` of the next page; null at the end." }),
  })
  .meta({ id: "ChangeList" });
export type ChangeList = z.infer<typeof ChangeList>;
