import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { CreateNoteInput, NoteId, NoteState, Relation } from "./note.ts";

/** The rules of the check, in the order in which findings of one level are listed. */
export const CHECK_RULES = [
  "same_claim",
  "says_otherwise",
  "rests_on_old",
  "unlinked_quote",
  "cue",
  "no_support",
  "compound",
  "no_claim",
] as const;
export const CheckRule = z
  .enum(CHECK_RULES)
  .meta({ id: "CheckRule", description: "What a finding is about; rules may be added." });
export type CheckRule = z.infer<typeof CheckRule>;

export const FindingLevel = z.enum(["warning", "hint"]).meta({ id: "FindingLevel" });
export type FindingLevel = z.infer<typeof FindingLevel>;

/** A note before it is stored. */
export const CheckNoteInput = CreateNoteInput.partial()
  .required({ title: true })
  .extend({
    id: z.string({ error: "id must be a string." }).optional().meta({
      description: "The note that is being edited; it is compared with the others, not with itself.",
    }),
    judge: z.boolean({ error: "judge must be true or false." }).optional().default(false).meta({
      description: "Asks a model, where one is configured, to drop findings that do not hold.",
    }),
  })
  .meta({ id: "CheckNoteInput" });
export type CheckNoteInput = z.infer<typeof CheckNoteInput>;

/** Something to look at before a note is stored. It forbids nothing. */
export const Finding = z
  .object({
    rule: CheckRule,
    level: FindingLevel,
    message: z.string().meta({ description: "A sentence or a question for the note's author." }),
    notes: z
      .array(z.object({ id: NoteId, title: z.string(), similarity: z.number().min(0).max(1), state: NoteState }))
      .optional()
      .meta({ description: "The notes that the finding is about; `similarity` is 0 where it is unknown." }),
    span: z
      .object({ field: z.enum(["title", "content"]), start: z.int().min(0), end: z.int().min(0) })
      .optional()
      .meta({ description: "Where, in Unicode code points of the trimmed field, `end` excluded." }),
    offer: z
      .object({ relation: Relation, target_id: NoteId })
      .optional()
      .meta({ description: "A link that may settle it; nothing is linked until someone posts it." }),
  })
  .meta({ id: "Finding" });
export type Finding = z.infer<typeof Finding>;

export const Findings = z.object({ findings: z.array(Finding).max(LIMITS.findings) }).meta({ id: "Findings" });
export type Findings = z.infer<typeof Findings>;
