import type { Relation } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { ifReachable } from "../kit/if-reachable.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { stateOf } from "../kit/state-of.ts";
import { createHeadFinder } from "../links/find-heads.ts";
import { clip, otherEnd } from "../recall/ranked-hit.ts";
import { notesNamedIn } from "../suggestions/named-notes.ts";
import { titleKey } from "../text/analyze.ts";
import { textKeywords } from "../text/keyword-query.ts";
import type { Draft, NearNote } from "./draft.ts";

/** Most notes that each way of finding them contributes. */
const DEPTH = 20;
/** Links read of an edited note. */
const LINKS_OF_NOTE = 10_000;

type DraftText = Pick<Draft, "id" | "title" | "content">;

/**
 * Returns the notes that a draft may have to do with: of the same title, named by it, near in meaning, near in words.
 * Searches by words before the vector is there.
 */
export async function nearNotes(
  ctx: ServiceContext,
  draft: DraftText,
  vector: Promise<Float32Array | null>,
): Promise<NearNote[]> {
  const { userId } = ctx.actor;
  const [{ reviews, states }, similarities, relations] = await Promise.all([
    ctx.reviews.of(ctx.storage, userId),
    findNear(ctx, draft, vector),
    draft.id === null ? new Map<string, Set<Relation>>() : relationsOf(ctx, draft.id),
  ]);
  const ids = [...similarities.keys()].filter((id) => id !== draft.id);
  const findHeads = createHeadFinder(states);
  const heads = new Map<string, readonly string[]>();
  for (const id of ids) if (states.superseded.has(id)) heads.set(id, await findHeads(id));
  const notes = await getNotes(ctx, [...ids, ...[...heads.values()].flat()]);
  const titleOf = (id: string) => {
    const note = notes.get(id);
    return note ? [{ id, title: note.title }] : [];
  };
  return ids.flatMap((id) => {
    const note = notes.get(id);
    if (note === undefined) return [];
    return [
      {
        id,
        title: note.title,
        content: note.content,
        state: stateOf(note, states),
        needsReview: reviews.needsReview(id),
        similarity: clip(similarities.get(id)!),
        heads: (heads.get(id) ?? []).flatMap(titleOf),
        relations: relations.get(id) ?? new Set<Relation>(),
      },
    ];
  });
}

/** Returns the ids of near notes with the cosines of their heads, 0 where unknown. */
async function findNear(
  ctx: ServiceContext,
  { title, content }: DraftText,
  embedding: Promise<Float32Array | null>,
): Promise<Map<string, number>> {
  const { storage, embedder } = ctx;
  const { userId } = ctx.actor;
  const keywords = textKeywords(title);
  const unarchivedOnly = { states: { archived: false, others: "all" } } as const;
  const headsOnly = { headsOnly: true } as const;
  const findNearest = async (vector: Float32Array | null) =>
    vector
      ? await ifReachable(storage.vectors.nearest(userId, embedder.model, vector, { limit: DEPTH, ...headsOnly }), [])
      : [];
  const [vector, sameTitle, namings, alike, near] = await Promise.all([
    embedding,
    storage.notes.findByTitleKeys(userId, [titleKey(title)].filter(Boolean)),
    notesNamedIn(ctx, { title, content: content ?? "" }),
    keywords ? storage.keywords.search(userId, keywords, unarchivedOnly, DEPTH) : [],
    embedding.then(findNearest),
  ]);
  const similarities = new Map(near.map((hit) => [hit.id, hit.similarity]));
  const otherIds = [
    ...[...sameTitle.values()].flat(),
    ...[...namings.keys()].slice(0, DEPTH),
    ...alike.map(({ id }) => id),
  ];
  const unknownIds = [...new Set(otherIds)].filter((id) => !similarities.has(id));
  const others =
    vector && unknownIds.length > 0
      ? await ifReachable(storage.vectors.similarities(userId, embedder.model, vector, unknownIds, headsOnly), [])
      : [];
  const knownSimilarities = new Map(others.map((hit) => [hit.id, hit.similarity]));
  for (const id of unknownIds) similarities.set(id, knownSimilarities.get(id) ?? 0);
  return similarities;
}

async function relationsOf(ctx: ServiceContext, id: string): Promise<Map<string, Set<Relation>>> {
  const touching = await ctx.storage.links.listTouching(ctx.actor.userId, [id], LINKS_OF_NOTE);
  const relations = new Map<string, Set<Relation>>();
  for (const link of touching) {
    const other = otherEnd(id, link);
    relations.set(other, (relations.get(other) ?? new Set()).add(link.relation));
  }
  return relations;
}
