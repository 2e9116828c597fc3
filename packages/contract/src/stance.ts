import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { NoteState, NoteType, Relation, Timestamp } from "./note.ts";
import { Cursor, pageLimit, repeatable } from "./paging.ts";
import { NamedNote } from "./review.ts";
import { boundedText } from "./text.ts";

/** The types of notes that can come true or not: only they have a stance and an outcome. */
export const STANCE_TYPES = ["decision", "belief"] as const;
export type StanceType = (typeof STANCE_TYPES)[number];

export const OUTCOMES = ["came_true", "came_false", "mixed", "unknown"] as const;
export const Outcome = z.enum(OUTCOMES, { error: "outcome must be came_true, came_false, mixed or unknown." }).meta({
  id: "Outcome",
  description: "What came of a decision or belief. Only `came_true` and `came_false` are scored.",
});
export type Outcome = z.infer<typeof Outcome>;

export const HOLDS = ["stands", "needs_review", "contested", "superseded", "archived"] as const;
export const Holds = z.enum(HOLDS, {
  error: "holds must be stands, needs_review, contested, superseded or archived.",
});
export type Holds = z.infer<typeof Holds>;

const Confidence = z
  .number({ error: "confidence must be a number." })
  .min(0, { error: "confidence must be at least 0." })
  .max(1, { error: "confidence must be at most 1." })
  .meta({ description: "How sure its owner is that it comes true, 0 to 1.", examples: [0.7] });

const ReviewDay = z.iso
  .date({ error: "review_on must be a date such as 2026-03-01, or null." })
  .meta({ description: "The day, in UTC, on which to look at it again." });

/** What was thought of a note from `at` on. */
const Stance = z.object({
  at: Timestamp,
  confidence: z.number().nullable(),
  expects: z.string().nullable(),
  review_on: z.string().nullable(),
});

export const NoteStance = Stance.omit({ at: true })
  .extend({
    outcome: Outcome.nullable().meta({ description: "What came of it; null before that, and once withdrawn." }),
    stances: z.array(Stance).meta({ description: "Every stance, oldest first. None ever changes." }),
    outcomes: z
      .array(z.object({ at: Timestamp, outcome: Outcome.nullable(), text: z.string().nullable() }))
      .meta({ description: "Every outcome that was recorded, oldest first; null where one was withdrawn." }),
  })
  .meta({ id: "NoteStance", description: "The present stance, and the log that led there." });
export type NoteStance = z.infer<typeof NoteStance>;

export const StanceInput = z
  .object({
    confidence: Confidence.optional(),
    expects: boundedText("expects", 1, LIMITS.expectationLength)
      .optional()
      .meta({ description: "What its owner expects to come." }),
    review_on: ReviewDay.nullable().optional(),
  })
  .meta({ id: "StanceInput" });
export type StanceInput = z.infer<typeof StanceInput>;

export const OutcomeInput = z
  .object({
    outcome: Outcome,
    text: boundedText("text", 1, LIMITS.expectationLength)
      .optional()
      .meta({ description: "What came, in the owner's words." }),
  })
  .meta({ id: "OutcomeInput" });
export type OutcomeInput = z.infer<typeof OutcomeInput>;

const stanceTypes = repeatable(z.enum(STANCE_TYPES, { error: "note_type must be decision or belief." }))
  .optional()
  .meta({ description: "Only decisions, or only beliefs." });

export const ListDecisionsInput = z.object({
  note_type: stanceTypes,
  due: z
    .boolean({ error: "due must be true or false." })
    .optional()
    .meta({ description: "Only those whose day has come and whose outcome is open, or only all others." }),
  holds: Holds.optional().meta({ description: "Only those of which this holds." }),
  limit: pageLimit(LIMITS.decisionPage).optional().default(20),
  cursor: Cursor.optional().meta({ description: "`next` of the page before." }),
});
export type ListDecisionsInput = z.infer<typeof ListDecisionsInput>;

export const Decision = z
  .object({
    note: NamedNote.extend({
      note_type: NoteType,
      state: NoteState,
      importance: z.number(),
      created_at: Timestamp,
    }),
    confidence: z.number().nullable(),
    review_on: z.string().nullable(),
    due: z.boolean().meta({
      description: "Whether its day has come while its outcome is open; never for an archived note.",
    }),
    outcome: Outcome.nullable(),
    holds: Holds,
    since: Timestamp.nullable().meta({ description: "Since when it holds no longer; null while it stands." }),
    rests_on: z
      .array(NamedNote.extend({ relation: Relation, state: NoteState, needs_review: z.boolean() }))
      .meta({ description: "What it rests on directly, at most 100." }),
    against: z.array(NamedNote).meta({ description: "The standing notes that contradict it, at most 100." }),
    heads: z.array(NamedNote).meta({ description: "What replaced it, at most 100." }),
  })
  .meta({ id: "Decision", description: "A decision or belief, what it rests on, and whether it still holds." });
export type Decision = z.infer<typeof Decision>;

export const DecisionList = z
  .object({
    decisions: z.array(Decision).meta({ description: "Newest note first." }),
    next: z.string().nullable().meta({ description: "The `cursor` of the next page; null at the end." }),
  })
  .meta({ id: "DecisionList" });
export type DecisionList = z.infer<typeof DecisionList>;

function moment(name: string) {
  return z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: `${name} must be a date, or a time with its zone, in ISO 8601.`,
  });
}

export const CalibrationInput = z.object({
  note_type: stanceTypes,
  tag: repeatable(boundedText("tag", 1, LIMITS.tagLength)).optional(),
  since: moment("since").optional().meta({ description: "Only outcomes recorded from then on; a date is in UTC." }),
  until: moment("until")
    .optional()
    .meta({ description: "Only outcomes recorded up to then; the whole day of a date." }),
});
export type CalibrationInput = z.infer<typeof CalibrationInput>;

const count = z.int().min(0);
const share = z.number().min(0).max(1);

export const CalibrationBin = z.object({
  from: share,
  to: share.meta({ description: "Belongs to the next bin; 1 belongs to the last." }),
  n: count,
  mean_confidence: share.nullable(),
  came_true: count,
  low: share.nullable().meta({ description: "Wilson interval of the share that came true, 95 %; null without any." }),
  high: share.nullable(),
});
export type CalibrationBin = z.infer<typeof CalibrationBin>;

export const Calibration = z
  .object({
    scored: count.meta({ description: "Notes that came true or false with a confidence from at least 24 h before." }),
    excluded: z.object({ mixed: count, unknown: count, without_confidence: count, late: count }),
    brier: share.nullable().meta({ description: "Mean (p − o)²: 0 is best, always saying .5 gives .25." }),
    brier_first: share.nullable().meta({ description: "The same for the first confidence of each note." }),
    brier_of_base_rate: share.nullable().meta({ description: "The same for the share that came true, said of all." }),
    skill: z.number().nullable().meta({ description: "1 − brier / brier_of_base_rate; null where all came alike." }),
    bins: z.array(CalibrationBin),
    enough: z.boolean().meta({ description: "Whether there are enough to read a curve from: 20." }),
  })
  .meta({ id: "Calibration", description: "How sure its owner was, against what came." });
export type Calibration = z.infer<typeof Calibration>;

/** How many scored notes it takes before a curve says anything. */
export const ENOUGH_SCORED = 20;
