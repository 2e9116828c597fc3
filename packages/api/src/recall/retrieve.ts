import type { Relation } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { KeywordHit, NoteWindow, VectorHit } from "../ports/search-index.ts";
import { getNotes } from "../notes/get-notes.ts";
import { type KeywordQuery, questionKeywords } from "../search/keyword-query.ts";
import { type Candidate, fuse } from "./fuse.ts";
import { withCounterparts } from "./counterparts.ts";
import { replaceSuperseded } from "./supersession.ts";

/** How many candidates each side brings. */
const DEPTH = 100;
/** A question waits this long for its embedding; then keywords answer alone. */
const EMBED_TIMEOUT_MS = 2_000;
/** Room for notes that follow from others before the list is cut. */
const MARGIN = 10;

export interface PathStep {
  readonly source_id: string;
  readonly target_id: string;
  readonly relation: Relation;
}

/** A note that bears on a question, and why it is here. */
export interface Retrieved {
  readonly note: StoredNote;
  readonly score: number;
  /** Cosine of query and note, clipped to 0…1; 0 while the note has no vector. */
  readonly similarity: number;
  /** The window that matches best; absent when only words matched. */
  readonly window: NoteWindow | undefined;
  /** The links from a direct hit on; empty for a direct hit. */
  readonly via: readonly PathStep[];
}

/** A candidate on its way: not yet read. */
export interface Ranked {
  readonly id: string;
  readonly score: number;
  readonly via: readonly PathStep[];
}

/**
 * The notes that bear on a question, best first: words and meaning side by side, superseded notes replaced
 * by their heads, contested ones beside their counterparts; never an archived one.
 */
export async function retrieve(ctx: ServiceContext, query: string, limit: number): Promise<Retrieved[]> {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const vector = await embedQuery(ctx, query);
  const found = await candidates(ctx, questionKeywords(query), vector);
  const hits = fuse(found.list).filter(({ score }) => score > 0);
  const direct = hits.map(({ id, score }) => ({ id, score, via: [] }));
  const current = await replaceSuperseded(ctx, standing(direct, limit + MARGIN, states), states);
  const ranked = await withCounterparts(ctx, current, limit, states);
  return await read(ctx, ranked, vector, found.similar);
}

/** From the front, until `count` of them stand: many versions of one claim must not crowd out the rest. */
function standing(ranked: readonly Ranked[], count: number, states: DerivedStates): Ranked[] {
  let current = 0;
  const end = ranked.findIndex(({ id }) => !states.superseded.has(id) && ++current > count);
  return end < 0 ? [...ranked] : ranked.slice(0, end);
}

interface Found {
  readonly list: Candidate[];
  readonly similar: Map<string, VectorHit>;
}

/** Both sides, each asked again for what only the other found, so that every candidate has both scores. */
async function candidates(
  ctx: ServiceContext,
  keywords: KeywordQuery | null,
  vector: Float32Array | null,
): Promise<Found> {
  const { storage, embedder } = ctx;
  const { userId } = ctx.actor;
  const unarchived = { states: { archived: false, others: "all" } } as const;
  const [byWords, byMeaning] = await Promise.all([
    keywords ? storage.keywords.search(userId, keywords, unarchived, DEPTH) : [],
    vector ? storage.vectors.nearest(userId, embedder.model, vector, { limit: DEPTH }) : [],
  ]);
  const words = new Map(byWords.map((hit) => [hit.id, hit]));
  const similar = new Map(byMeaning.map((hit) => [hit.id, hit]));
  const [moreWords, moreMeaning] = await Promise.all([
    keywords ? missing(byMeaning, words, (ids) => storage.keywords.scores(userId, keywords, ids)) : [],
    vector ? missing(byWords, similar, (ids) => storage.vectors.similarities(userId, embedder.model, vector, ids)) : [],
  ]);
  for (const hit of moreWords) words.set(hit.id, hit);
  for (const hit of moreMeaning) similar.set(hit.id, hit);
  const ids = new Set([...words.keys(), ...similar.keys()]);
  const list = [...ids].map((id) => ({
    id,
    cosine: similar.get(id)?.similarity ?? 0,
    bm25: words.get(id)?.score ?? 0,
  }));
  return { list, similar };
}

async function missing<Hit extends KeywordHit | VectorHit>(
  other: readonly { readonly id: string }[],
  known: ReadonlyMap<string, unknown>,
  ask: (ids: string[]) => Promise<Hit[]>,
): Promise<Hit[]> {
  const ids = other.map((hit) => hit.id).filter((id) => !known.has(id));
  return ids.length === 0 ? [] : await ask(ids);
}

async function embedQuery(ctx: ServiceContext, query: string): Promise<Float32Array | null> {
  if (ctx.embedder.status() === "down") return null;
  try {
    const [vector] = await ctx.embedder.embed([query], {
      priority: "query",
      signal: AbortSignal.timeout(EMBED_TIMEOUT_MS),
    });
    return vector ?? null;
  } catch (error) {
    if (DomainError.is(error) || (error instanceof DOMException && error.name === "TimeoutError")) return null;
    throw error;
  }
}

/** Heads and counterparts were not measured against the query yet; what is archived or gone falls out here. */
async function read(
  ctx: ServiceContext,
  ranked: readonly Ranked[],
  vector: Float32Array | null,
  known: ReadonlyMap<string, VectorHit>,
): Promise<Retrieved[]> {
  const ids = ranked.map((entry) => entry.id);
  const unmeasured = ids.filter((id) => !known.has(id));
  const [notes, measured] = await Promise.all([
    getNotes(ctx, ids),
    vector && unmeasured.length > 0
      ? ctx.storage.vectors.similarities(ctx.actor.userId, ctx.embedder.model, vector, unmeasured)
      : [],
  ]);
  const similar = new Map([...known, ...measured.map((hit) => [hit.id, hit] as const)]);
  return ranked.flatMap(({ id, score, via }) => {
    const note = notes.get(id);
    if (!note || note.archived) return [];
    const hit = similar.get(id);
    return [{ note, score, via, similarity: clip(hit?.similarity ?? 0), window: hit?.window }];
  });
}

export function clip(similarity: number): number {
  return Math.min(1, Math.max(0, similarity));
}
