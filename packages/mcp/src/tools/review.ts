import { DAY_MS, moment, NoteState, pageLimit, Relation, TendInput } from "@knote/contract";
import * as z from "zod";
import { shorten } from "../shorten.ts";
import { CitedNote, CursorHint } from "./shown-note.ts";
import { defineTool, READS, type ToolContext } from "./tool.ts";

const EXCERPT_LENGTH = 300;
const MOST_HEADS = 3;
const DEFAULT_DAYS = 7;

export const REVIEW_KINDS = ["contested", "needs_review", "near", "orphans", "proposals", "due", "changed"] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

const Item = z.object({
  notes: z.array(CitedNote.extend({ state: NoteState.optional(), excerpt: z.string().optional() })),
  relation: Relation.optional(),
  /** What stands now in place of the note. */
  heads: z.array(CitedNote).optional(),
  /** Why: what the note rested on and what became of it, the words that show a link, the day, the kind of change. */
  why: z.string().optional(),
});
type Item = z.infer<typeof Item>;

interface Page {
  readonly items: Item[];
  readonly total?: number;
  readonly next: string | null;
}

interface Request {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly since: string | undefined;
}

interface NoteWithState extends Pick<CitedNote, "id" | "title"> {
  readonly state: NoteState;
}

export const review = defineTool({
  name: "review",
  description:
    "What does not fit together in the notes: contested (pairs that contradict each other), needs_review (notes that rest on one that was replaced, disputed, reworded or deleted, with what stands now), near (nearly the same, not linked), orphans (no links), proposals (links worth making, with the words that show them), due (decisions and beliefs whose day to look again has come), changed (what is different since a time). Bring these to the user; decide nothing alone.",
  scope: "notes:read",
  annotations: READS,
  input: z.object({
    kind: z.enum(REVIEW_KINDS, { error: `kind must be one of ${REVIEW_KINDS.join(", ")}.` }),
    limit: pageLimit(10).optional().default(5),
    since: moment("since").optional(),
    cursor: TendInput.shape.cursor,
  }),
  hints: { since: "For changed: a date or an ISO 8601 time; a week ago by default.", cursor: CursorHint },
  output: z.object({ items: z.array(Item), total: z.int().optional(), next: z.string().nullable() }),
  call: (context, { kind, ...request }) => reviewPage(context, kind, request),
});

/** Returns a page of the matters of one kind. */
export async function reviewPage(
  context: ToolContext,
  kind: ReviewKind,
  { limit, cursor, since }: Partial<Request> & Pick<Request, "limit">,
): Promise<Page> {
  return await PAGES[kind](context, { limit, cursor, since });
}

const PAGES: Readonly<Record<ReviewKind, (context: ToolContext, request: Request) => Promise<Page>>> = {
  async contested({ caller, cite }, { limit, cursor }) {
    const { pairs, total, next } = await caller.tend.contested({ limit, cursor });
    const show = excerptOf(cite);
    const items = pairs.map(({ source, target }) => ({
      notes: [show(source), show(target)],
      relation: "contradicts" as const,
    }));
    return { items, total, next };
  },

  async needs_review({ caller, cite }, { limit, cursor }) {
    const { reviews, total, next } = await caller.reviews.list({ limit, cursor });
    const items = reviews.map(({ note, cause }) => ({
      notes: [{ ...cite(note), state: note.state }, cite(cause)],
      heads: cause.now.slice(0, MOST_HEADS).map(cite),
      why: `rests on the second, which is ${cause.kind} since ${cause.since}`,
    }));
    return { items, total, next };
  },

  // One walk finds what it finds, so it takes no limit, and shows no excerpts.
  async near({ caller, cite }, { cursor }) {
    const { pairs, next } = await caller.tend.near({ cursor });
    const show = (note: NoteWithState) => ({ ...cite(note), state: note.state });
    const items = pairs.map(({ source, target, relation, kind }) => ({
      notes: [show(source), show(target)],
      relation,
      why: kind === "duplicate" ? "nearly the same" : "worth a link",
    }));
    return { items, next };
  },

  async orphans({ caller, cite }, { limit, cursor }) {
    const { notes, next } = await caller.tend.orphans({ limit, cursor });
    return { items: notes.map((note) => ({ notes: [excerptOf(cite)(note)] })), next };
  },

  async proposals({ caller, cite }, { limit, cursor }) {
    const { proposals, next } = await caller.proposals.list({ limit, cursor });
    const items = proposals.map(({ source, target, relation, by, evidence }) => ({
      notes: [cite(source), cite(target)],
      relation,
      why: evidence === null ? by : `${by}: ${shorten(evidence.quote, EXCERPT_LENGTH)}`,
    }));
    return { items, next };
  },

  async due({ caller, cite }, { limit, cursor }) {
    const { decisions, next } = await caller.stances.decisions({ due: true, limit, cursor });
    const items = decisions.map(({ note, heads, confidence, review_on, holds }) => ({
      notes: [{ ...cite(note), state: note.state }],
      ...(heads.length > 0 && { heads: heads.slice(0, MOST_HEADS).map(cite) }),
      why: [`due ${review_on}`, holds, ...(confidence === null ? [] : [`confidence ${confidence}`])].join(", "),
    }));
    return { items, next };
  },

  async changed({ caller, cite, now }, { limit, cursor, since = weekBefore(now()) }) {
    const { changes, next } = await caller.changes.list({ since, limit, cursor });
    const items = changes.map(({ kind, at, note, other, relation, by = [], from }) => ({
      notes: other ? [cite(note), cite(other)] : [cite(note)],
      ...(relation && { relation }),
      ...(by.length > 0 && { heads: by.slice(0, MOST_HEADS).map(cite) }),
      why: `${kind} ${at}${from === undefined ? "" : `, before: ${from}`}`,
    }));
    return { items, next };
  },
};

function excerptOf(cite: ToolContext["cite"]) {
  return (note: NoteWithState & { readonly content: string }) => ({
    ...cite(note),
    state: note.state,
    excerpt: shorten(note.content, EXCERPT_LENGTH),
  });
}

function weekBefore(now: number): string {
  return new Date(now - DEFAULT_DAYS * DAY_MS).toISOString();
}
