import * as z from "zod";
import { LIMITS } from "./limits.ts";
import {
  CreateNoteInput,
  Content,
  Importance,
  NoteDetail,
  NoteId,
  NoteState,
  NoteType,
  Relation,
  Tags,
  Timestamp,
  Title,
} from "./note.ts";
import { Cursor, pageLimit } from "./paging.ts";
import { NamedNote } from "./review.ts";

const OperationId = NoteId.meta({ description: "Names the operation; with it the operation is undone." });

const moved = z.int().min(0).meta({
  description: "How many links lead to other notes now than before; those that would exist twice count, too.",
});

export const MergeInput = z
  .object({
    id: z.string(),
    with: z
      .array(z.string({ error: "with must be an array of ids." }), { error: "with must be an array of ids." })
      .min(1, { error: "with must name at least one note." })
      .max(LIMITS.notesMerged, { error: `with must name at most ${LIMITS.notesMerged} notes.` })
      .meta({ description: "The notes that the note takes in. Each counts once." }),
    title: Title.optional(),
    content: Content.optional().meta({
      description: "Without it: the contents joined, where one does not hold the other.",
    }),
    note_type: NoteType.optional(),
    tags: Tags.optional().meta({ description: "Without them: the tags of all." }),
    importance: Importance.optional().meta({ description: "Without it: the highest." }),
  })
  .refine((input) => !input.with.includes(input.id), {
    path: ["with"],
    error: "A note cannot be merged with itself.",
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: "MergeInput" });
export type MergeInput = z.infer<typeof MergeInput>;

export const Merge = z
  .object({
    operation: OperationId,
    note: NoteDetail,
    merged: z.array(NamedNote).meta({ description: "The notes that it supersedes now; each keeps its text." }),
    moved,
  })
  .meta({ id: "Merge" });
export type Merge = z.infer<typeof Merge>;

const END = "A link names the other note by either source_id or target_id.";
const end = z.string({ error: "An id must be a string." }).optional();

/** A link of the note that is split: the other end and the relation. */
export const PartLink = z
  .object({ source_id: end, target_id: end, relation: Relation })
  .refine(({ source_id, target_id }) => (source_id === undefined) !== (target_id === undefined), { error: END })
  .refine(({ relation }) => relation !== "supersedes", {
    path: ["relation"],
    error: "What the note supersedes stays with it: a part is linked with that through the note.",
  })
  .meta({
    id: "PartLink",
    description: "A link of the note that goes over to the part: its other end, and the relation.",
  });
export type PartLink = z.infer<typeof PartLink>;

export const SplitInput = z
  .object({
    id: z.string(),
    parts: z
      .array(
        CreateNoteInput.extend({
          links: z
            .array(PartLink, { error: "links must be an array." })
            .max(LIMITS.linksOfPart, { error: `links must have at most ${LIMITS.linksOfPart} entries.` })
            .optional()
            .default([]),
        }).meta({ id: "Part" }),
        { error: "parts must be an array." },
      )
      .min(2, { error: "parts must have at least 2 entries." })
      .max(LIMITS.parts, { error: `parts must have at most ${LIMITS.parts} entries.` }),
  })
  .meta({ id: "SplitInput" });
export type SplitInput = z.infer<typeof SplitInput>;

export const Split = z
  .object({
    operation: OperationId,
    notes: z.array(NamedNote).meta({ description: "The parts, in the order in which they were sent." }),
    original: NamedNote.extend({ state: NoteState }),
  })
  .meta({ id: "Split" });
export type Split = z.infer<typeof Split>;

export const OPERATION_KINDS = ["merge", "split"] as const;

export const Operation = z
  .object({
    id: OperationId,
    kind: z.enum(OPERATION_KINDS),
    at: Timestamp,
    state: z.enum(["under_way", "done", "undone"]).meta({
      description: "`under_way`: not finished yet, forwards or backwards; what a crash interrupts is finished later.",
    }),
    note: NamedNote.nullable().meta({
      description: "The note that took others in, or that was split; null while it is deleted.",
    }),
    others: z.array(NamedNote).meta({ description: "The notes that were merged, or the parts; without deleted ones." }),
    moved,
    undo_until: Timestamp,
  })
  .meta({ id: "Operation" });
export type Operation = z.infer<typeof Operation>;

export const ListOperationsInput = z.object({
  limit: pageLimit(LIMITS.operationPage).optional().default(20),
  cursor: Cursor.optional().meta({ description: "`next` of the page before." }),
});
export type ListOperationsInput = z.infer<typeof ListOperationsInput>;

export const OperationList = z
  .object({
    operations: z.array(Operation).meta({ description: "Newest first, those of the last 30 days." }),
    next: z.string().nullable().meta({ description: "The `cursor` of the next page; null at the end." }),
  })
  .meta({ id: "OperationList" });
export type OperationList = z.infer<typeof OperationList>;
