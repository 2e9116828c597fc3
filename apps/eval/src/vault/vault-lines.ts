import { ImportLink, NOTE_TYPES } from "@knote/contract";
import * as z from "zod";

const Key = z.string().trim().min(1, "must not be empty");

/** `age_days` is for notes of which a question asks relative to today, such as "a year ago". */
export const NoteLine = z
  .strictObject({
    key: Key,
    title: z.string().trim().min(1, "must not be empty"),
    content: z.string().optional(),
    note_type: z.enum(NOTE_TYPES),
    tags: z.array(z.string()).optional(),
    importance: z.number().optional(),
    created_at: z.iso.datetime().optional(),
    age_days: z.number().positive().optional(),
  })
  .refine((note) => (note.created_at === undefined) !== (note.age_days === undefined), {
    error: "needs either created_at or age_days",
  });
export type VaultNote = z.infer<typeof NoteLine>;

export const LinkLine = ImportLink;
export type VaultLink = z.infer<typeof LinkLine>;

const Pattern = z.string().transform((source, context) => {
  try {
    return new RegExp(source, "iu");
  } catch {
    context.addIssue({ code: "custom", message: `${source} is not a regular expression` });
    return z.NEVER;
  }
});

/** A question that the notes answer, with the rule that grades the answer. */
const AnswerableLine = z
  .strictObject({
    abstain: z.undefined().optional(),
    key: Key,
    kind: Key,
    language: Key,
    question: Key,
    sources: z.array(Key).min(1),
    partly: z.array(Key).optional().default([]),
    right: z.array(Pattern).optional().default([]),
    enough: z.int().min(1).optional(),
    polarity: z.enum(["yes", "no"]).optional(),
    wrong: z.array(Pattern).optional().default([]),
    clutter: z.array(Pattern).optional().default([]),
    past: z.boolean().optional().default(false),
  })
  .refine(({ right, polarity }) => right.length > 0 || polarity !== undefined, { error: "needs right or polarity" })
  .refine(({ right, enough = 0 }) => enough <= right.length, { error: "enough must be at most the length of right" });

/** A question that no note answers. */
const UnanswerableLine = z.strictObject({
  abstain: z.literal(true),
  key: Key,
  kind: Key,
  language: Key,
  question: Key,
});

export const QuestionLine = z.discriminatedUnion("abstain", [UnanswerableLine, AnswerableLine]);
export type AnswerableQuestion = z.infer<typeof AnswerableLine>;
export type VaultQuestion = z.infer<typeof QuestionLine>;
