import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { NoteId, Relation } from "./note.ts";
import { pageLimit } from "./paging.ts";
import { boundedText } from "./text.ts";

export const Query = boundedText("query", 1, LIMITS.queryLength).meta({
  description: "A question in natural language.",
  examples: ["How do I remember what I learn?"],
});

export const AskInput = z.object({ query: Query }).meta({ id: "AskInput" });
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

/** What retrieval looks at, each with all of the one before it where it goes further: `hybrid` fuses words and meaning, `graph` adds linked notes. */
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
  })
  .meta({ id: "RecallResult" });
export type RecallResult = z.infer<typeof RecallResult>;

export const RecallResults = z.object({ results: z.array(RecallResult) }).meta({ id: "RecallResults" });
export type RecallResults = z.infer<typeof RecallResults>;

/** Messages of a streamed answer, in this order: `sources`, any number of `delta`, then `done` or `error`. */
export type AnswerEvent<Done extends Answer = Answer> =
  | { event: "sources"; data: { sources: Source[] } }
  | { event: "delta"; data: { text: string } }
  | { event: "done"; data: Done }
  | { event: "error"; data: { detail: string } };

/** What an answer is counted as beside one question. */
export interface AnswerCost {
  /** Whether it is one of the capable model's answers, which have a limit of their own. */
  readonly capable: boolean;
  /** Whether the question called for the capable model and none of its answers were left. */
  readonly fell_back: boolean;
}
