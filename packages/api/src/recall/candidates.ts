import type { ServiceContext } from "../context.ts";
import type { KeywordHit, VectorHit } from "../ports/search-index.ts";
import type { NoteWindow } from "../text/windows.ts";
import type { KeywordQuery } from "../text/keyword-query.ts";
import { elsewhere } from "../kit/elsewhere.ts";
import type { Candidate } from "./fuse.ts";
import { ifReachable } from "../kit/if-reachable.ts";

/** Candidates beyond the limit that each search contributes; more do not improve results (docs/adr/0005). */
const SPARE = 30;

/** A candidate with its best-matching window, if it has vectors. */
export interface Measured extends Candidate {
  readonly window: NoteWindow | undefined;
}

/** A question as keywords and as a vector; null disables that search. */
export interface Question {
  readonly keywords: KeywordQuery | null;
  readonly vector: Float32Array | null;
}

/** Finds candidates by keywords and vectors, and scores each by both. The keyword search runs during the embedding. */
export async function findCandidates(
  ctx: ServiceContext,
  asked: { readonly keywords: KeywordQuery | null; readonly vector: Promise<Float32Array | null> },
  limit: number,
): Promise<{ readonly question: Question; readonly candidates: Measured[] }> {
  const { storage, embedder } = ctx;
  const { userId } = ctx.actor;
  const unarchived = { states: { archived: false, others: "all" } } as const;
  const nearest = async (vector: Float32Array | null) =>
    vector
      ? await ifReachable(storage.vectors.nearest(userId, embedder.model, vector, { limit: limit + SPARE }), [])
      : [];
  const search = asked.keywords
    ? storage.keywords.search(userId, asked.keywords, unarchived, limit + SPARE)
    : Promise.resolve([]);
  const embedded = embedder.isRemote ? afterWords(ctx, search, asked.vector) : asked.vector;
  const [words, vector, passages] = await Promise.all([search, embedded, embedded.then(nearest)]);
  const question = { keywords: asked.keywords, vector };
  const ids = [...new Set([...words, ...passages].map((hit) => hit.id))];
  return { question, candidates: await measure(ctx, question, ids, { words, passages }) };
}

/** Keeps the request's place for the keyword search and frees it while only the provider is awaited. */
async function afterWords<T>(ctx: ServiceContext, words: Promise<unknown>, vector: Promise<T>): Promise<T> {
  vector.catch(() => undefined);
  await words;
  return await elsewhere(ctx, ctx.embedder, vector);
}

/** Computes the same scores for notes that were found in another way. */
export async function measureCandidates(
  ctx: ServiceContext,
  question: Question,
  ids: readonly string[],
): Promise<Measured[]> {
  return await measure(ctx, question, ids, { words: [], passages: [] });
}

interface Known {
  readonly words: readonly KeywordHit[];
  readonly passages: readonly VectorHit[];
}

/** Asks each search for scores of the notes that only the other found, so that every candidate has all scores. */
async function measure(
  ctx: ServiceContext,
  { keywords, vector }: Question,
  ids: readonly string[],
  known: Known,
): Promise<Measured[]> {
  const { storage, embedder } = ctx;
  const { userId } = ctx.actor;
  const unscored = without(ids, known.words);
  const unseen = without(ids, known.passages);
  const [words, passages] = await Promise.all([
    keywords && unscored.length > 0 ? storage.keywords.scores(userId, keywords, unscored) : [],
    vector && unseen.length > 0
      ? ifReachable(storage.vectors.similarities(userId, embedder.model, vector, unseen), [])
      : [],
  ]);
  const scores = new Map([...known.words, ...words].map((hit) => [hit.id, hit.score]));
  const best = new Map([...known.passages, ...passages].map((hit) => [hit.id, hit]));
  return ids.map((id) => ({
    id,
    cosine: best.get(id)?.similarity ?? 0,
    headCosine: best.get(id)?.headSimilarity ?? 0,
    bm25: scores.get(id) ?? 0,
    window: best.get(id)?.window,
  }));
}

function without(ids: readonly string[], known: readonly { readonly id: string }[]): string[] {
  const there = new Set(known.map((hit) => hit.id));
  return ids.filter((id) => !there.has(id));
}
