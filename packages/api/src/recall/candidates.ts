import type { ServiceContext } from "../context.ts";
import type { KeywordHit, VectorHit } from "../ports/search-index.ts";
import type { NoteWindow } from "../text/windows.ts";
import type { KeywordQuery } from "../text/keyword-query.ts";
import { elsewhere } from "../kit/elsewhere.ts";
import type { Candidate } from "./fuse.ts";
import { ifReachable } from "../kit/if-reachable.ts";

/** How many more candidates than results each side brings; more of them change no figure (docs/adr/0005). */
const SPARE = 30;

/** A candidate with its window that matches best, where it has vectors. */
export interface Measured extends Candidate {
  readonly window: NoteWindow | undefined;
}

/** What is looked for; a side that is null finds nothing. */
export interface Question {
  readonly keywords: KeywordQuery | null;
  readonly vector: Float32Array | null;
}

/** What words and meaning find, each candidate measured by both. Words are looked for while the question is embedded. */
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

/** The place is needed for the words; after that a provider alone is waited for. */
async function afterWords<T>(ctx: ServiceContext, words: Promise<unknown>, vector: Promise<T>): Promise<T> {
  vector.catch(() => undefined);
  await words;
  return await elsewhere(ctx, ctx.embedder, vector);
}

/** The same measures for notes that came another way. */
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

/** Asks each side for what only the other found, so that every candidate has all its scores. */
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
