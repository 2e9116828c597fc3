import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { NoteId, NoteState, NoteType, Relation, Timestamp } from "./note.ts";
import { Cursor, pageLimit } from "./paging.ts";
import { boundedText } from "./text.ts";

export const CAUSE_KINDS = ["superseded", "deleted", "archived", "reworded", "contested"] as const;
export const CauseKind = z.enum(CAUSE_KINDS).meta({
  id: "CauseKind",
  description:
    "What became of a note that others rest on. `deleted`: nothing is told of the deleted note; the cause is the note that rested on it.",
});
export type CauseKind = z.infer<typeof CauseKind>;

function kind(name: string) {
  return z
    .enum(CAUSE_KINDS, { error: `${name} must be superseded, deleted, archived, reworded or contested.` })
    .meta({ description: "One kind of cause." });
}

/** A note by its id and title. */
export const NamedNote = z.object({ id: NoteId, title: z.string() }).meta({ id: "NamedNote" });
export type NamedNote = z.infer<typeof NamedNote>;

const PathStep = z.object({ source_id: NoteId, target_id: NoteId, relation: Relation });

const path = z
  .array(PathStep)
  .meta({ description: "A shortest way from the note to its cause: each rests on the next." });

/** Why a note needs review. */
const Cause = NamedNote.extend({
  kind: CauseKind,
  since: Timestamp.meta({ description: "When it fell, or when the note began to rest on it." }),
  now: z
    .array(NamedNote)
    .meta({ description: "What stands now: its successors, who contests it, or itself reworded." }),
});

const NoteInReview = NamedNote.extend({
  note_type: NoteType,
  state: NoteState,
  importance: z.number(),
  created_at: Timestamp,
});

export const Review = z
  .object({
    note: NoteInReview,
    cause: Cause,
    path,
    more: z.int().min(0).meta({ description: "How many other open causes the note has." }),
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof Review>;

export const ListReviewsInput = z.object({
  kind: kind("kind").optional(),
  cause: boundedText("cause", 1, 100).optional().meta({ description: "Only notes that this note is a cause for." }),
  limit: pageLimit(LIMITS.reviewPage).optional().default(20),
  cursor: Cursor.optional().meta({ description: "`next` of the page before." }),
});
export type ListReviewsInput = z.infer<typeof ListReviewsInput>;

const next = z.string().nullable().meta({ description: "The `cursor` of the next page; null at the end." });

export const ReviewList = z
  .object({ reviews: z.array(Review), total: z.int().min(0), next })
  .meta({ id: "ReviewList" });
export type ReviewList = z.infer<typeof ReviewList>;

const Reason = boundedText("reason", 1, LIMITS.reasonLength).meta({ description: "Why the note still stands." });

export const NoteReview = z
  .object({
    needs_review: z.boolean(),
    causes: z
      .array(
        Cause.extend({
          path,
          basis: z.string().meta({ description: "What a look at the cause rests on; another basis opens it again." }),
          looked_at: z.object({ at: Timestamp, reason: z.string().nullable() }).nullable(),
        }),
      )
      .meta({ description: "Nearest first, with those that were looked at; at most 200." }),
  })
  .meta({ id: "NoteReview" });
export type NoteReview = z.infer<typeof NoteReview>;

export const LookInput = z
  .object({
    causes: z
      .array(z.object({ id: z.string(), basis: z.string().max(LIMITS.basisLength) }))
      .min(1, { error: "causes must not be empty." })
      .max(LIMITS.causesAtOnce, { error: `causes must have at most ${LIMITS.causesAtOnce} entries.` })
      .optional()
      .meta({ description: "The causes that were looked at, each with the basis that was seen; all by default." }),
    reason: Reason.optional(),
  })
  .meta({ id: "LookInput" });
export type LookInput = z.infer<typeof LookInput>;

export const CauseLookInput = z.object({ reason: Reason.optional() }).meta({ id: "CauseLookInput" });
export type CauseLookInput = z.infer<typeof CauseLookInput>;

export const ImpactInput = z.object({
  id: z.string(),
  if: kind("if").optional().default("superseded"),
  limit: pageLimit(LIMITS.impactPage).optional().default(50),
  cursor: Cursor.optional().meta({ description: "`next` of the page before." }),
});
export type ImpactInput = z.infer<typeof ImpactInput>;

/** Several notes that would fall together; ids that are no live notes count for nothing. */
export const ImpactOfManyInput = z.object({
  ids: z.array(z.string()).min(1).max(LIMITS.impactNotes),
  if: kind("if"),
  limit: pageLimit(LIMITS.impactPage).optional().default(3),
});
export type ImpactOfManyInput = z.infer<typeof ImpactOfManyInput>;

export const ImpactOfMany = z.object({ falls: z.array(NamedNote), total: z.int().min(0) });
export type ImpactOfMany = z.infer<typeof ImpactOfMany>;

export const Impact = z
  .object({
    if: CauseKind,
    falls: z
      .array(NoteInReview.omit({ created_at: true }).extend({ path }))
      .meta({ description: "Who would newly need review, nearest first." }),
    total: z.int().min(0),
    extends: z.array(NamedNote).meta({ description: "Notes that extend this one: told, never carried on." }),
    stands_again: z.array(NamedNote.extend({ state: NoteState })),
    next,
  })
  .meta({ id: "Impact" });
export type Impact = z.infer<typeof Impact>;
