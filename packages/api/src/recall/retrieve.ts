import type { RecallMode } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { NoteWindow } from "../text/windows.ts";
import { questionKeywords } from "../text/keyword-query.ts";
import { findCandidates, measureCandidates, type ScoredCandidate, type Question } from "./candidates.ts";
import type { Cause } from "../reviews/find-causes.ts";
import { withCounterparts } from "./counterparts.ts";
import { withStandingNotes } from "./doubts.ts";
import { replacedVersions } from "./replaced-versions.ts";
import { fuse, scorer } from "./fuse.ts";
import { withNeighbours } from "./neighbours.ts";
import { namedIn } from "./mentions.ts";
import { clip, type PathStep, type RankedHit } from "./ranked-hit.ts";
import { type ReadTexts, rerank } from "./rerank.ts";
import { replaceSuperseded } from "./supersession.ts";

/** Longest wait for the question's embedding; after that keywords answer alone. */
const EMBED_TIMEOUT_MS = 2_000;
/** Extra hits kept before the final cut, so that replaced and added notes do not leave too few. */
const MARGIN = 10;

/** A note that bears on a question, and how it was found. */
export interface RetrievedNote {
  readonly note: StoredNote;
  readonly score: number;
  /** Cosine of query and note, clipped to 0…1; 0 while the note has no vector. */
  readonly similarity: number;
  /** The best-matching window; absent when only words matched. */
  readonly window: NoteWindow | undefined;
  /** The links from a direct hit to this note; empty for a direct hit. */
  readonly via: readonly PathStep[];
  /** The best hit that the note supersedes; absent where only the note itself was found. */
  readonly earlier?: { readonly similarity: number; readonly texts: readonly string[] };
}

/** The notes that bear on a question, and the note states used to choose them. */
export interface Retrieval {
  readonly hits: readonly RetrievedNote[];
  /** By hit, the notes that it replaced, newest first; none unless they were requested. */
  readonly earlierOf: ReadonlyMap<string, readonly RetrievedNote[]>;
  readonly states: DerivedStates;
  /** By hit that needs review, the nearest of its causes. */
  readonly causes: ReadonlyMap<string, Cause>;
}

export interface RetrievalRequest {
  readonly query: string;
  readonly limit: number;
  readonly mode: RecallMode;
  readonly withEarlier?: boolean;
}

/**
 * Returns the notes that bear on a question, best first: hits by keywords and vectors, then neighbours of the best
 * hits. Superseded notes are replaced by their heads, contested ones come with their counterparts, those that need review with
 * what stands now, archived ones never.
 */
export async function retrieve(
  ctx: ServiceContext,
  { query, limit, mode, withEarlier = false }: RetrievalRequest,
): Promise<Retrieval> {
  const pendingQuestion = {
    keywords: mode === "vector" ? null : questionKeywords(query),
    vector: mode === "keyword" ? Promise.resolve(null) : embedQuery(ctx, query),
    namedIds: mode === "vector" ? Promise.resolve(new Set<string>()) : namedIn(ctx, query),
  };
  const [{ reviews, states }, { question, candidates }] = await Promise.all([
    ctx.reviews.of(ctx.storage, ctx.actor.userId),
    findCandidates(ctx, pendingQuestion, limit + MARGIN),
  ]);
  const hits = fuse(candidates).filter(({ score }) => score > 0);
  const { rankedHits: direct, ...texts } = await rerank(ctx, query, hits, await pendingQuestion.namedIds);
  const current = await replaceSuperseded(takeCurrent(direct, limit + MARGIN, states), states);
  const expansion =
    mode === "graph"
      ? await withNeighbours(ctx, current, texts, { question, scoreOf: scorer(candidates) })
      : { rankedHits: current, newCandidates: [] };
  const currentHits = await replaceSuperseded(expansion.rankedHits, states);
  const { hits: finalHits, causes } = await withStandingNotes(withCounterparts(currentHits, limit, states), limit, {
    findCause: async (id) => (reviews.needsReview(id) ? await reviews.openCauseOf(id) : null),
    states,
  });
  const earlier = withEarlier ? replacedVersions(finalHits, states) : new Map<string, RankedHit[]>();
  const retrievedNotes = await read(ctx, [...finalHits, ...[...earlier.values()].flat()], question, {
    candidates: [...candidates, ...expansion.newCandidates],
    texts,
  });
  const noteById = new Map(retrievedNotes.map((entry) => [entry.note.id, entry]));
  const notesOf = (versions: readonly RankedHit[]) => versions.flatMap(({ id }) => noteById.get(id) ?? []);
  return {
    hits: notesOf(finalHits),
    earlierOf: new Map([...earlier].map(([id, versions]) => [id, newestFirst(notesOf(versions))])),
    states,
    causes,
  };
}

function newestFirst(notes: readonly RetrievedNote[]): RetrievedNote[] {
  return notes.toSorted((one, other) => other.note.created_at.localeCompare(one.note.created_at));
}

/** Takes hits until `count` of them are not superseded: many versions of one claim must not crowd out the rest. */
function takeCurrent(hits: readonly RankedHit[], count: number, states: DerivedStates): RankedHit[] {
  let current = 0;
  const end = hits.findIndex(({ id }) => !states.superseded.has(id) && ++current > count);
  return end < 0 ? [...hits] : hits.slice(0, end);
}

async function embedQuery(ctx: ServiceContext, query: string): Promise<Float32Array | null> {
  if (ctx.embedder.status() === "down") return null;
  try {
    const [vector] = await ctx.embedder.embed([query], {
      priority: "query",
      isQuestion: true,
      userId: ctx.actor.userId,
      signal: AbortSignal.timeout(EMBED_TIMEOUT_MS),
    });
    return vector ?? null;
  } catch (error) {
    if (DomainError.is(error) || (error instanceof DOMException && error.name === "TimeoutError")) return null;
    throw error;
  }
}

interface KnownResults {
  readonly candidates: readonly ScoredCandidate[];
  readonly texts: ReadTexts;
}

/** Reads the notes and scores those that have no scores yet, such as heads; drops archived and deleted notes. */
async function read(
  ctx: ServiceContext,
  hits: readonly RankedHit[],
  question: Question,
  knownResults: KnownResults,
): Promise<RetrievedNote[]> {
  const candidatesById = new Map(knownResults.candidates.map((candidate) => [candidate.id, candidate]));
  const ids = hits.map((entry) => entry.id);
  const unscoredIds = ids.filter((id) => !candidatesById.has(id));
  const [unread, late] = await Promise.all([
    getNotes(
      ctx,
      ids.filter((id) => !knownResults.texts.notes.has(id)),
    ),
    unscoredIds.length === 0 ? [] : measureCandidates(ctx, { ...question, keywords: null }, unscoredIds),
  ]);
  for (const candidate of late) candidatesById.set(candidate.id, candidate);
  return hits.flatMap(({ id, score, via, earlier }) => {
    const note = knownResults.texts.notes.get(id) ?? unread.get(id);
    if (!note || note.archived) return [];
    const candidate = candidatesById.get(id);
    const hit = { note, score, via, similarity: clip(candidate?.cosine ?? 0), window: candidate?.window };
    if (earlier === undefined) return [hit];
    const similarity = clip(candidatesById.get(earlier)?.cosine ?? 0);
    return [{ ...hit, earlier: { similarity, texts: textsOf(earlier, knownResults.texts) } }];
  });
}

/** Returns title and matching passage of a note that was read. */
function textsOf(id: string, { notes, passages }: ReadTexts): string[] {
  return [notes.get(id)?.title, passages.get(id)].filter((text) => text !== undefined);
}
