import type { LinkThreshold, ServiceContext } from "../context.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { VectorHit } from "../ports/search-index.ts";
import { textKeywords } from "../text/keyword-query.ts";
import { noteWindows, windowText } from "../text/windows.ts";
import { fuse } from "../recall/fuse.ts";
import { ifReachable } from "../kit/if-reachable.ts";
import { centredCosine, dot } from "./link-threshold.ts";
import { namedNotes, type Naming } from "./named-notes.ts";

/** Links read of one note. High on purpose: a cap would drop a hub's older links. */
const LINKS_OF_NOTE = 10_000;
/** Most candidates per signal. */
const DEPTH = 50;
/** Added to a fused score of 0…1 for a named title: the strongest signal measured (docs/adr/0012). */
const NAMED_BONUS: Readonly<Record<Naming, number>> = { "in head": 0.4, "in text": 0.2, "by other": 0.1 };

/** A note that could be linked to another. */
export interface LinkCandidate extends Measures {
  readonly note: StoredNote;
}

export function idOf({ note }: LinkCandidate): string {
  return note.id;
}

/** How well a candidate fits a note. */
export interface Measures {
  /** Cosine of the two heads, -1…1. */
  readonly cosine: number;
  /** The cosine centred on the mean of the user's notes. */
  readonly closeness: number;
  /** Fused score 0…1, plus a bonus for a named title. */
  readonly score: number;
}

/**
 * Returns notes worth linking to, best first: similar in meaning, similar in the words of the head, where a note says
 * what it is about, or named by title. Leaves out archived, superseded and already linked notes. Reads only the
 * candidates that `isWorth` accepts.
 */
export async function linkCandidates(
  ctx: ServiceContext,
  note: StoredNote,
  vector: Float32Array | null,
  { mean }: LinkThreshold,
  isWorth: (measures: Measures) => boolean = () => true,
  most: number = Infinity,
): Promise<LinkCandidate[]> {
  const { storage, embedder } = ctx;
  const { userId } = ctx.actor;
  const options = { limit: DEPTH, headsOnly: true };
  const keywords = textKeywords(windowText(note, noteWindows(note.content)[0]!));
  const unarchivedOnly = { states: { archived: false, others: "all" } } as const;
  const [near, alike, namings, excludedIds] = await Promise.all([
    vector ? ifReachable(storage.vectors.nearest(userId, embedder.model, vector, options), []) : [],
    keywords ? storage.keywords.search(userId, keywords, unarchivedOnly, DEPTH) : [],
    namedNotes(ctx, note),
    findExcludedIds(ctx, note),
  ]);
  const ids = [...new Set([...near, ...alike].map((hit) => hit.id).concat([...namings.keys()]))].filter(
    (id) => !excludedIds.has(id),
  );
  const closeness = await measureCloseness(ctx, { vector, mean, near }, ids);
  const closenessOf = (id: string) => closeness.get(id) ?? { cosine: 0, closeness: 0 };
  const bm25 = new Map(alike.map((hit) => [hit.id, hit.score]));
  const candidates = ids.map((id) => {
    const centred = closenessOf(id).closeness;
    return { id, cosine: centred, wholeCosine: centred, bm25: bm25.get(id) ?? 0 };
  });
  const rankedCandidates = fuse(candidates)
    .map(({ id, score }) => {
      const naming = namings.get(id);
      return { id, ...closenessOf(id), score: score + (naming ? NAMED_BONUS[naming] : 0) };
    })
    .filter(isWorth)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, most);
  const notes = await getNotes(
    ctx,
    rankedCandidates.map(({ id }) => id),
  );
  return rankedCandidates.flatMap(({ id, ...measures }) => {
    const other = notes.get(id);
    return other && !other.archived ? [{ note: other, ...measures }] : [];
  });
}

/** Returns the ids to leave out: the note itself, superseded notes and already linked notes. */
async function findExcludedIds(ctx: ServiceContext, note: StoredNote): Promise<Set<string>> {
  const { links } = ctx.storage;
  const [states, touching] = await Promise.all([
    links.states(ctx.actor.userId),
    links.listTouching(ctx.actor.userId, [note.id], LINKS_OF_NOTE),
  ]);
  return new Set([note.id, ...states.superseded, ...touching.flatMap((link) => [link.source_id, link.target_id])]);
}

interface Heading {
  readonly vector: Float32Array | null;
  readonly mean: Float32Array | null;
  /** Known similarities: the heads nearest to the vector. */
  readonly near: readonly VectorHit[];
}

/** Computes the cosines of the vector with the heads of the notes, plain and centred on the mean. */
async function measureCloseness(
  ctx: ServiceContext,
  { vector, mean, near }: Heading,
  ids: readonly string[],
): Promise<Map<string, { readonly cosine: number; readonly closeness: number }>> {
  if (vector === null || ids.length === 0) return new Map();
  const { userId } = ctx.actor;
  const { model } = ctx.embedder;
  const along = async (direction: Float32Array, of: readonly string[]) =>
    of.length === 0
      ? []
      : await ifReachable(ctx.storage.vectors.similarities(userId, model, direction, of, { headsOnly: true }), []);
  const knownIds = new Set(near.map((hit) => hit.id));
  const others = along(
    vector,
    ids.filter((id) => !knownIds.has(id)),
  );
  if (mean === null) {
    const hits = [...near, ...(await others)];
    return new Map(hits.map(({ id, similarity }) => [id, { cosine: similarity, closeness: similarity }]));
  }
  const meanSquared = dot(mean, mean);
  const length = Math.sqrt(meanSquared);
  const [rest, means] = await Promise.all([
    others,
    along(
      mean.map((value) => value / (length || 1)),
      ids,
    ),
  ]);
  const hits = [...near, ...rest];
  const alongMean = new Map(means.map(({ id, similarity }) => [id, similarity * length]));
  const own = { alongMean: dot(vector, mean) };
  return new Map(
    hits.map(({ id, similarity }) => {
      const other = { alongMean: alongMean.get(id) ?? 0 };
      return [id, { cosine: similarity, closeness: centredCosine(similarity, own, other, meanSquared) }];
    }),
  );
}
