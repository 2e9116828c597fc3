import type { ServiceContext } from "../context.ts";
import type { KeywordHit, VectorHit } from "../ports/search-index.ts";
import type { NoteWindow } from "../text/windows.ts";
import type { KeywordQuery } from "../text/keyword-query.ts";
import { waitWithoutPlace } from "../kit/wait-without-place.ts";
import type { Candidate } from "./fuse.ts";
import { ifReachable } from "../kit/if-reachable.ts";

/** Candidates beyond the limit that each search contributes; more do not improve results (docs/adr/0005). */
const SPARE = 30;

/** A candidate with its best-matching window, if it has vectors. */
export interface ScoredCandidate extends Candidate {
  readonly window: NoteWindow | undefined;
}

/** A question as keywords and as a vector; null disables that search. */
export interface Question {
  readonly keywords: KeywordQuery | null;
  readonly vector: Float32Array | null;
}

/** A question whose embedding and names are still awaited. */
export interface PendingQuestion {
  readonly keywords: KeywordQuery | null;
  readonly vector: Promise<Float32Array | null>;
  /** Notes that the question names by their titles: candidates in any case. */
  readonly namedIds: Promise<ReadonlySet<string>>;
}

/** Finds candidates by keywords and vectors, and scores each by both. The keyword search runs during the embedding. */
export async function findCandidates(
  ctx: ServiceContext,
  pendingQuestion: PendingQuestion,
  limit: number,
): Promise<{ readonly question: Question; readonly candidates: ScoredCandidate[] }> {
  const { storage, embedder } = ctx;
  const { userId } = ctx.actor;
  const unarchivedOnly = { states: { archived: false, others: "all" } } as const;
  const nearest = async (vector: Float32Array | null) =>
    vector
      ? await ifReachable(storage.vectors.nearest(userId, embedder.model, vector, { limit: limit + SPARE }), [])
      : [];
  const search = pendingQuestion.keywords
    ? storage.keywords.search(userId, pendingQuestion.keywords, unarchivedOnly, limit + SPARE)
    : Promise.resolve([]);
  const questionVector = embedder.isRemote ? afterWords(ctx, search, pendingQuestion.vector) : pendingQuestion.vector;
  const [words, vector, passages, namedIds] = await Promise.all([
    search,
    questionVector,
    questionVector.then(nearest),
    pendingQuestion.namedIds,
  ]);
  const question = { keywords: pendingQuestion.keywords, vector };
  const ids = [...new Set([...[...words, ...passages].map((hit) => hit.id), ...namedIds])];
  return { question, candidates: await measure(ctx, question, ids, { words, passages }) };
}

/** Keeps the request's place for the keyword search and frees it while only the provider is awaited. */
async function afterWords<T>(ctx: ServiceContext, words: Promise<unknown>, vector: Promise<T>): Promise<T> {
  vector.catch(() => undefined);
  await words;
  return await waitWithoutPlace(ctx, ctx.embedder, vector);
}

/** Computes the same scores for notes that were found in another way. */
export async function measureCandidates(
  ctx: ServiceContext,
  question: Question,
  ids: readonly string[],
): Promise<ScoredCandidate[]> {
  return await measure(ctx, question, ids, { words: [], passages: [] });
}

interface KnownHits {
  readonly words: readonly KeywordHit[];
  readonly passages: readonly VectorHit[];
}

/** Asks each search for scores of the notes that only the other found, so that every candidate has all scores. */
async function measure(
  ctx: ServiceContext,
  { keywords, vector }: Question,
  ids: readonly string[],
  knownHits: KnownHits,
): Promise<ScoredCandidate[]> {
  const { storage, embedder } = ctx;
  const { userId } = ctx.actor;
  const unscoredIds = without(ids, knownHits.words);
  const unseen = without(ids, knownHits.passages);
  const [words, passages] = await Promise.all([
    keywords && unscoredIds.length > 0 ? storage.keywords.scores(userId, keywords, unscoredIds) : [],
    vector && unseen.length > 0
      ? ifReachable(storage.vectors.similarities(userId, embedder.model, vector, unseen), [])
      : [],
  ]);
  const scores = new Map([...knownHits.words, ...words].map((hit) => [hit.id, hit.score]));
  const best = new Map([...knownHits.passages, ...passages].map((hit) => [hit.id, hit]));
  return ids.map((id) => ({
    id,
    cosine: best.get(id)?.similarity ?? 0,
    wholeCosine: best.get(id)?.wholeSimilarity ?? 0,
    bm25: scores.get(id) ?? 0,
    window: best.get(id)?.window,
  }));
}

function without(ids: readonly string[], hits: readonly { readonly id: string }[]): string[] {
  const there = new Set(hits.map((hit) => hit.id));
  return ids.filter((id) => !there.has(id));
}
