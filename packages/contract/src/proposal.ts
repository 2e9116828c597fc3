import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { CreateLinkInput } from "./link.ts";
import { NoteId, Relation, Timestamp } from "./note.ts";
import { Cursor, pageLimit } from "./paging.ts";
import { NamedNote } from "./review.ts";
import { boundedText } from "./text.ts";

const KEY = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})~([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Whether the text is the key of a pair of notes: their ids, the newer one first, so that a pair has one key. */
export function isProposalKey(text: string): boolean {
  const [, newer, older] = KEY.exec(text) ?? [];
  return newer !== undefined && older !== undefined && newer > older;
}

export const PROPOSAL_STATES = ["open", "accepted", "retyped", "dismissed"] as const;
export const ProposalState = z
  .enum(PROPOSAL_STATES, { error: "state must be open, accepted, retyped or dismissed." })
  .meta({ id: "ProposalState", description: "What became of a proposal; `retyped`: linked by another relation." });
export type ProposalState = z.infer<typeof ProposalState>;

const By = z.string().meta({
  description: "Who proposes it: `rule:` and its name, `judge:` and its model, or `agent:` and the agent's name.",
  examples: ["rule:cue"],
});

/** A link that somebody proposes. It becomes a link only by a decision. */
export const Proposal = z
  .object({
    key: z.string().meta({ description: "The ids of both notes, the newer one first, joined by `~`." }),
    source: NamedNote,
    target: NamedNote,
    relation: Relation,
    similarity: z.number().min(0).max(1).meta({ description: "0 where it is unknown." }),
    confidence: z.number().min(0).max(1).nullable().meta({ description: "A judge's own; null for all others." }),
    by: By,
    evidence: z
      .object({ note_id: NoteId, quote: z.string() })
      .nullable()
      .meta({ description: "Words of one of the two notes." }),
    state: ProposalState,
    made_at: Timestamp.meta({ description: "For rules: since when both claims read as they do." }),
    decided_at: Timestamp.nullable(),
  })
  .meta({ id: "Proposal" });
export type Proposal = z.infer<typeof Proposal>;

export const ListProposalsInput = z.object({
  state: ProposalState.optional().default("open"),
  relation: Relation.optional(),
  by: boundedText("by", 1, 200).optional().meta({ description: "Only proposals by this one, such as `rule:cue`." }),
  note_id: z.string().optional().meta({ description: "Only proposals for this note." }),
  limit: pageLimit(LIMITS.proposalPage).optional().default(20),
  cursor: Cursor.optional().meta({ description: "`next` of the page before." }),
});
export type ListProposalsInput = z.infer<typeof ListProposalsInput>;

export const ProposalList = z
  .object({
    proposals: z.array(Proposal).meta({
      description:
        "Open ones: first those of judges and agents, the most precise first on a page; then those of rules, newest note first. Others by key. A page can be short or empty and still have a next one, and a pair can come twice.",
    }),
    next: z.string().nullable().meta({ description: "The `cursor` of the next page; null at the end." }),
  })
  .meta({ id: "ProposalList" });
export type ProposalList = z.infer<typeof ProposalList>;

export const PROPOSAL_DECISIONS = ["accept", "retype", "dismiss", "reopen"] as const;

const ProposalDecision = z
  .object({
    key: z
      .string({ error: "key must be a string." })
      .refine(isProposalKey, { error: 'key must be the ids of two notes, the newer first, joined by "~".' }),
    decision: z
      .enum(PROPOSAL_DECISIONS, { error: "decision must be accept, retype, dismiss or reopen." })
      .meta({ description: "`reopen` takes a decision back, and removes the link that it made." }),
    relation: Relation.optional().meta({
      description: "With `retype`: of the link to make. With `accept`: the one that was shown; another is a conflict.",
    }),
    swap: z
      .boolean({ error: "swap must be true or false." })
      .optional()
      .meta({ description: "With `retype`: whether the link goes the other way than proposed." }),
  })
  .refine(({ decision, relation, swap }) => decision !== "retype" || relation !== undefined || swap === true, {
    path: ["relation"],
    error: "A retype needs a relation, or swap.",
  });
export type ProposalDecision = z.infer<typeof ProposalDecision>;

export const DecideProposalsInput = z
  .object({
    decisions: z
      .array(ProposalDecision, { error: "decisions must be an array." })
      .min(1, { error: "decisions must not be empty." })
      .max(LIMITS.decisionsAtOnce, { error: `decisions must have at most ${LIMITS.decisionsAtOnce} entries.` }),
  })
  .meta({ id: "DecideProposalsInput" });
export type DecideProposalsInput = z.infer<typeof DecideProposalsInput>;

export const DecisionResult = z
  .object({
    key: z.string(),
    status: z.enum(["linked", "dismissed", "open", "exists", "conflict", "gone"]).meta({
      description:
        "`exists`: the link was there already, or stays because it was made anew. `gone`: a note is deleted, archived or superseded.",
    }),
    detail: z.string().optional().meta({ description: "Why, in a sentence." }),
  })
  .meta({ id: "DecisionResult" });
export type DecisionResult = z.infer<typeof DecisionResult>;

export const DecisionResults = z
  .object({ results: z.array(DecisionResult).meta({ description: "In the order of the decisions." }) })
  .meta({ id: "DecisionResults" });
export type DecisionResults = z.infer<typeof DecisionResults>;

export const ProposeLinkInput = CreateLinkInput.safeExtend({
  quote: boundedText("quote", 1, LIMITS.quoteLength)
    .optional()
    .meta({ description: "Words of one of the two notes that show it." }),
  by: boundedText("by", 1, LIMITS.proposerLength).meta({ description: "The agent's name.", examples: ["librarian"] }),
}).meta({ id: "ProposeLinkInput" });
export type ProposeLinkInput = z.infer<typeof ProposeLinkInput>;

export const RunJudgeInput = z
  .object({
    note_ids: z
      .array(z.string(), { error: "note_ids must be an array of strings." })
      .min(1, { error: "note_ids must not be empty." })
      .max(LIMITS.judgedNotesAtOnce, { error: `note_ids must have at most ${LIMITS.judgedNotesAtOnce} entries.` })
      .optional(),
    since: z.iso
      .datetime({ offset: true, error: "since must be a time in ISO 8601 with a zone." })
      .optional()
      .meta({ description: "Only notes from this time on, the newest 50." }),
  })
  .refine(({ note_ids, since }) => note_ids === undefined || since === undefined, {
    path: ["since"],
    error: "since and note_ids do not go together.",
  })
  .meta({ id: "RunJudgeInput", description: "Without either field: the newest 50 notes." });
export type RunJudgeInput = z.infer<typeof RunJudgeInput>;

export const JudgeRun = z
  .object({
    made: z.int().min(0).meta({ description: "How many proposals were made." }),
    notes: z.int().min(0).meta({ description: "How many notes were judged: fewer than asked when the judge failed." }),
    by: By,
  })
  .meta({ id: "JudgeRun" });
export type JudgeRun = z.infer<typeof JudgeRun>;

const share = z.number().min(0).max(1);

export const ProposalPrecision = z
  .object({
    by: By,
    relation: Relation,
    made: z.int().min(0).meta({ description: "Those in the lists; for rules only those that were decided." }),
    accepted: z.int().min(0),
    retyped: z.int().min(0),
    dismissed: z.int().min(0),
    precision: share.nullable().meta({ description: "Accepted of all decided ones; null while there are none." }),
    low: share.meta({ description: "Lower end of the 95 % interval (Wilson)." }),
    high: share,
  })
  .meta({ id: "ProposalPrecision" });
export type ProposalPrecision = z.infer<typeof ProposalPrecision>;

export const ProposalPrecisions = z.object({ by: z.array(ProposalPrecision) }).meta({ id: "ProposalPrecisions" });
export type ProposalPrecisions = z.infer<typeof ProposalPrecisions>;
