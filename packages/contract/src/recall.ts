import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { NoteId, NoteState, NoteType, Relation } from "./note.ts";
import { AsOf, pageLimit } from "./paging.ts";
import { CauseKind, NamedNote } from "./review.ts";
import type { Quota } from "./tiers.ts";
import { boundedText } from "./text.ts";

export const Query = boundedText("query", 1, LIMITS.queryLength).meta({
  description: "A question in natural language.",
  examples: ["How do I remember what I learn?"],
});

export const AskInput = z.object({ query: Query, as_of: AsOf.optional() }).meta({ id: "AskInput" });
export type AskInput = z.infer<typeof AskInput>;

/** A note that an answer rests on. `similarity` is the cosine of query and note, clipped to 0…1. */
export const Source = z
  .object({ id: NoteId, title: z.string(), similarity: z.number().min(0).max(1) })
  .meta({ id: "Source" });
export type Source = z.infer<typeof Source>;

export const Answer = z
  .object({
    answer: z.string().meta({ description: "Cites its sources as [1], [2] in their order." }),
    sources: z.array(Source),
    model: z.string(),
  })
  .meta({ id: "Answer" });
export type Answer = z.infer<typeof Answer>;

/** What recall searches: `hybrid` combines `keyword` and `vector`, and `graph` adds linked notes to `hybrid`. */
export const RECALL_MODES = ["keyword", "vector", "hybrid", "graph"] as const;
export const RecallMode = z.enum(RECALL_MODES).meta({
  id: "RecallMode",
  description: "`keyword`: words alone; `vector`: meaning alone; `hybrid`: both; `graph`: both and linked notes.",
});
export type RecallMode = z.infer<typeof RecallMode>;

export const RecallInput = z
  .object({
    query: Query,
    limit: pageLimit(LIMITS.recallResults).optional().default(10),
    mode: RecallMode.optional().default("graph"),
    notices: z.boolean({ error: "notices must be true or false." }).optional().default(false).meta({
      description:
        "Whether each result has `review`. Not together with `as_of`, as of looks only the last ones are kept.",
    }),
    as_of: AsOf.optional(),
  })
  .meta({ id: "RecallInput" });
export type RecallInput = z.infer<typeof RecallInput>;

export const RecallResult = z
  .object({
    id: NoteId,
    title: z.string(),
    similarity: z.number().min(0).max(1),
    score: z.number().meta({ description: "Rank score; comparable within one answer only." }),
    snippet: z.string().meta({ description: "The passage that matches best." }),
    via: z.array(z.object({ source_id: NoteId, target_id: NoteId, relation: Relation })).meta({
      description:
        "The links that led here from a direct hit; empty for a direct hit. Of a path of over 32 links the first 16 and the last 16.",
    }),
    review: z
      .object({
        kind: CauseKind,
        cause: NamedNote,
        now: z.array(NamedNote),
        path: z.array(z.object({ source_id: NoteId, target_id: NoteId, relation: Relation })),
      })
      .nullable()
      .optional()
      .meta({ description: "With `notices`: what the note rested on and what became of it; null when it stands." }),
  })
  .meta({ id: "RecallResult" });
export type RecallResult = z.infer<typeof RecallResult>;

export const RecallResults = z.object({ results: z.array(RecallResult) }).meta({ id: "RecallResults" });
export type RecallResults = z.infer<typeof RecallResults>;

/** Messages of a streamed answer, in order: `sources`, any number of `delta`, `done`. A failure ends them early. */
export type AnswerEvent<Done extends Answer = Answer> =
  | { event: "sources"; data: { sources: Source[] } }
  | { event: "delta"; data: { text: string } }
  | { event: "done"; data: Done };

/** A note at the other end of a link; `incoming`: the link points from that note to the one it is listed with. */
export const LinkedNote = z.object({ id: NoteId, title: z.string(), incoming: z.boolean() });
export type LinkedNote = z.infer<typeof LinkedNote>;

/** The current state of a note that an answer rests on. */
export const SourceNote = z.object({
  id: NoteId,
  title: z.string(),
  note_type: NoteType,
  state: NoteState,
  /** Notes that it contradicts or that contradict it, as long as the contradiction is effective. */
  contradicts: z.array(LinkedNote),
});
export type SourceNote = z.infer<typeof SourceNote>;

export const SourceNotes = z.object({ sources: z.array(SourceNote) });
export type SourceNotes = z.infer<typeof SourceNotes>;

/** A source with all details that a page shows. */
export interface GroundedSource extends Source, SourceNote {
  /** The passage that matches the question best. */
  readonly snippet: string;
  /** The last link on the path from a direct hit to this note; null for a direct hit. */
  readonly found_by: (LinkedNote & { readonly relation: Relation }) | null;
  /** Why the note needed review when it was used: what it rested on, and the titles of what stands now. */
  readonly doubt?: { readonly kind: CauseKind; readonly claim: string; readonly now: readonly string[] };
}

/** An answer with all details of its sources and its cost. */
export interface GroundedAnswer extends Answer {
  readonly sources: GroundedSource[];
  /** Whether the answer also counts against the limit of the capable model. */
  readonly capable: boolean;
  /** Whether the question called for the capable model but its limit was used up. */
  readonly fell_back: boolean;
  /** The month's usage, including this answer. */
  readonly quota: Quota;
}
