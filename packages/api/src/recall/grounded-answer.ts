import type { Answer, GroundedAnswer, GroundedSource, LinkedNote, Relation, SourceNotes } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { stateOf } from "../kit/state-of.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { OpenGraph } from "../graph-then/open-graph.ts";
import { getQuota } from "../quota/get-quota.ts";
import type { GatheredPassage } from "./gather-passages.ts";
import { otherEnd, type PathStep } from "./ranked-hit.ts";

/** Most contradictions listed per source. */
const MOST_CONTRADICTIONS = 10;

/** What an answer costs beside one query. */
export interface AnswerCost {
  readonly capable: boolean;
  readonly fellBack: boolean;
}

interface FinishedAnswer extends AnswerCost {
  readonly data: Answer;
  /** The passages behind the sources, in their order. */
  readonly citedPassages: readonly GatheredPassage[];
  readonly graph: Pick<OpenGraph, "ctx">;
}

/** Adds to an answer the state of its sources in the graph that was asked, why each was found, and what the answer cost. */
export async function groundedAnswer(ctx: ServiceContext, finishedAnswer: FinishedAnswer): Promise<GroundedAnswer> {
  const { data, citedPassages, capable, fellBack, graph } = finishedAnswer;
  const ways = citedPassages.map(lastStep);
  const ids = citedPassages.map(({ noteId }) => noteId);
  const [notes, quota] = await Promise.all([
    readSources(
      graph.ctx,
      ids,
      ways.flatMap((way) => way?.id ?? []),
    ),
    getQuota(ctx),
  ]);
  const sources = data.sources.map((source, place): GroundedSource => {
    const way = ways[place];
    const { snippet, state, noteType, review } = citedPassages[place]!;
    const found_by = way ? { ...way, title: notes.titleOf(way.id) } : null;
    // A source that was deleted while the model answered is shown as the model saw it.
    const note = notes.find(source.id) ?? { note_type: noteType, state, contradicts: [] };
    const doubt = review && { kind: review.kind, claim: review.claim, now: review.now.map(({ title }) => title) };
    return { ...note, ...source, snippet, found_by, ...(doubt && { doubt }) };
  });
  return { ...data, sources, capable, fell_back: fellBack, quota };
}

/** Returns the current state of the sources of an answer, in the order of `ids`, without deleted ones. */
export async function sourceNotes(
  ctx: ServiceContext,
  { ids }: { readonly ids: readonly string[] },
): Promise<SourceNotes> {
  const notes = await readSources(ctx, ids, []);
  return { sources: ids.flatMap((id) => notes.find(id) ?? []) };
}

async function readSources(ctx: ServiceContext, ids: readonly string[], others: readonly string[]) {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const contradictions = new Map(ids.map((id) => [id, contradictionsOf(id, states.contradictionsOf.get(id) ?? [])]));
  const ends = [...contradictions.values()].flat().map(({ id }) => id);
  const notes = await getNotes(ctx, [...ids, ...ends, ...others]);
  const titleOf = (id: string) => notes.get(id)?.title ?? "";
  const describe = (note: StoredNote) => ({
    id: note.id,
    title: note.title,
    note_type: note.note_type,
    state: stateOf(note, states),
    contradicts: contradictions.get(note.id)!.map((end): LinkedNote => ({ ...end, title: titleOf(end.id) })),
  });
  return {
    titleOf,
    find(id: string) {
      const note = notes.get(id);
      return note && describe(note);
    },
  };
}

/** A link from the viewpoint of one of its ends. */
interface LinkEnd {
  readonly id: string;
  readonly incoming: boolean;
}

type Ends = Pick<PathStep, "source_id" | "target_id">;

function linkEnd(id: string, link: Ends): LinkEnd {
  return { id: otherEnd(id, link), incoming: link.source_id !== id };
}

function contradictionsOf(id: string, links: readonly Ends[]): LinkEnd[] {
  return links.slice(0, MOST_CONTRADICTIONS).map((link) => linkEnd(id, link));
}

/** Returns the link that led to a passage; undefined for a direct hit. */
function lastStep({ noteId, via }: GatheredPassage): (LinkEnd & { readonly relation: Relation }) | undefined {
  const step = via.at(-1);
  return step && { ...linkEnd(noteId, step), relation: step.relation };
}
