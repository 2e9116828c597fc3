import type { ServiceContext } from "../context.ts";
import type { KeywordHit, NoteWindow, VectorHit } from "../ports/search-index.ts";
import type { KeywordQuery } from "../search/keyword-query.ts";
import type { Candidate } from "./fuse.ts";

/** How many candidates each side brings. */
const DEPTH = 100;

/** A candidate with its window that matches best, where it has vectors. */
export interface Measured extends Candidate {
  readonly window: NoteWindow | undefined;
}

/** What is looked for; a side that is null finds nothing. */
export interface Question {
  readonly keywords: KeywordQuery | null;
  readonly vector: Float32Array | null;
}

/** What words and meaning find, each candidate measured by both. */
export async function findCandidates(ctx: ServiceContext, { keywords, vector }: Question): Promise<Measured[]> {
  const { storage, embedder } = ctx;
  const { userId } = ctx.actor;
  const unarchived = { states: { archived: false, others: "all" } } as const;
  const [words, passages] = await Promise.all([
    keywords ? storage.keywords.search(userId, keywords, unarchived, DEPTH) : [],
    vector ? storage.vectors.nearest(userId, embedder.model, vector, { limit: DEPTH }) : [],
  ]);
  const ids = [...new Set([...words, ...passages].map((hit) => hit.id))];
  return await measure(ctx, { keywords, vector }, ids, { words, passages });
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
  const similar = async (of: readonly string[], headsOnly: boolean) =>
    vector && of.length > 0
      ? await storage.vectors.similarities(userId, embedder.model, vector, of, { headsOnly })
      : [];
  const unscored = without(ids, known.words);
  const [words, passages, heads] = await Promise.all([
    keywords && unscored.length > 0 ? storage.keywords.scores(userId, keywords, unscored) : [],
    similar(without(ids, known.passages), false),
    similar(ids, true),
  ]);
  const scores = new Map([...known.words, ...words].map((hit) => [hit.id, hit.score]));
  const best = new Map([...known.passages, ...passages].map((hit) => [hit.id, hit]));
  const head = new Map(heads.map((hit) => [hit.id, hit.similarity]));
  return ids.map((id) => ({
    id,
    cosine: best.get(id)?.similarity ?? 0,
    headCosine: head.get(id) ?? 0,
    bm25: scores.get(id) ?? 0,
    window: best.get(id)?.window,
  }));
}

function without(ids: readonly string[], known: readonly { readonly id: string }[]): string[] {
  const there = new Set(known.map((hit) => hit.id));
  return ids.filter((id) => !there.has(id));
}
