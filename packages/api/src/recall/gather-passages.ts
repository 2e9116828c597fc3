import type { NoteType } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { mapInTurns, type Turn } from "../kit/in-turns.ts";
import type { Cause } from "../reviews/find-causes.ts";
import { readCauses } from "../reviews/name-causes.ts";
import { isStanceType } from "../stances/note-stance.ts";
import { stateOf } from "../kit/state-of.ts";
import type { Passage } from "../ports/answer-model.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { passagesFor } from "./passage.ts";
import { otherEnd, type PathStep } from "./ranked-hit.ts";
import { type RetrievalRequest, retrieve, type RetrievedNote } from "./retrieve.ts";

/** A passage with the details that a page shows. */
export interface GatheredPassage extends Passage {
  /** The part of `text` that matches best. */
  readonly snippet: string;
  readonly noteType: NoteType;
  /** The links from a direct hit to this note; empty for a direct hit. */
  readonly via: readonly PathStep[];
  readonly earlier: readonly GatheredPassage[];
}

/** Gathers the passages for an answer model: the best ones, each with those among them that contradict it. */
export async function gatherPassages(
  ctx: ServiceContext,
  request: Omit<RetrievalRequest, "mode">,
): Promise<GatheredPassage[]> {
  const { query } = request;
  const { hits, earlierOf, states, causes } = await retrieve(ctx, { ...request, mode: "graph" });
  const index = new Map(hits.map(({ note }, place) => [note.id, place]));
  const [reviewOf, stanceOf] = await Promise.all([readReviews(ctx, causes, index), readStances(ctx, hits)]);
  const passages = passagesFor(query);
  const gather = async ({ note, similarity, score, window, via, earlier }: RetrievedNote, turn: Turn) => {
    const { text, snippet } = await passages.answerPassage(note.content, window, turn);
    return {
      noteId: note.id,
      title: note.title,
      text,
      snippet,
      via,
      noteType: note.note_type,
      state: stateOf(note, states),
      createdAt: note.created_at,
      similarity,
      score,
      coverage: passages.coverage([note.title, text, ...(earlier?.texts ?? [])]),
      ...(earlier && { earlierSimilarity: earlier.similarity }),
      contradicts: findContradictions(note.id, states, index),
      ...reviewOf(note.id),
      ...stanceOf(note.id),
      earlier: [],
    };
  };
  return await mapInTurns(hits, async (hit, turn) => {
    const earlier = earlierOf.get(hit.note.id) ?? [];
    const versions = await mapInTurns(earlier, gather);
    return { ...(await gather(hit, turn)), earlier: versions };
  });
}

/** Returns the passages in the order in which an answer model numbers them: the earlier versions come last. */
export function numberPassages(passages: readonly GatheredPassage[]): GatheredPassage[] {
  return [...passages, ...passages.flatMap(({ earlier }) => earlier)];
}

/** Reads the titles that reviews name. */
async function readReviews(
  ctx: ServiceContext,
  causes: ReadonlyMap<string, Cause>,
  places: ReadonlyMap<string, number>,
): Promise<(id: string) => Pick<Passage, "review">> {
  const { nameCause } = await readCauses(ctx, [...causes.values()]);
  return (noteId) => {
    const cause = causes.get(noteId);
    const namedCause = cause && nameCause(cause);
    if (!namedCause) return {};
    const now = namedCause.now.map(({ id, title }) => ({ title, passage: places.get(id) ?? null }));
    return { review: { kind: namedCause.kind, causeId: namedCause.id, claim: namedCause.title, now } };
  };
}

/** Reads how sure the owner was of the decisions and beliefs among the hits, and what came of them. */
async function readStances(
  ctx: ServiceContext,
  hits: readonly RetrievedNote[],
): Promise<(id: string) => Pick<Passage, "stance">> {
  const ids = hits.flatMap(({ note }) => (isStanceType(note.note_type) ? [note.id] : []));
  const entries = ids.length === 0 ? [] : await ctx.storage.stances.latest(ctx.actor.userId, ids);
  const stances = new Map(entries.map(({ noteId, confidence, outcome }) => [noteId, { confidence, outcome }]));
  return (noteId) => {
    const stance = stances.get(noteId);
    return stance && (stance.confidence !== null || stance.outcome !== null) ? { stance } : {};
  };
}

/** Returns the indexes of the passages that contradict a note. */
function findContradictions(
  id: string,
  { contradictionsOf }: DerivedStates,
  places: ReadonlyMap<string, number>,
): number[] {
  const others = new Set((contradictionsOf.get(id) ?? []).flatMap((link) => places.get(otherEnd(id, link)) ?? []));
  return [...others];
}
