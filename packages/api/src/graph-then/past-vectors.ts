import { DomainError } from "../errors.ts";
import { nearestFirst } from "../kit/hits.ts";
import { waitWithoutPlace } from "../kit/wait-without-place.ts";
import type { VectorHit, VectorIndex } from "../ports/search-index.ts";
import { noteWindows, windowText } from "../text/windows.ts";
import { type GraphThen, markPresent } from "./graph-then.ts";
import { pastRevisions } from "../past/past-notes.ts";

/** Texts of then that are embedded for one question, of the best notes by present text or words. */
const MOST_EMBEDDED = 32;
/** Longest wait for all of them together. */
const EMBED_MS = 400;

/**
 * Compares a question with the notes of then by their present vectors, and where the text was another one, with the
 * head of that text, as far as the time allows.
 */
export function pastVectors(then: GraphThen): Pick<VectorIndex, "nearest" | "similarities"> {
  const { ctx, at, versions, changedNotes } = then;
  const { vectors } = ctx.storage;
  let [remainingTexts, remainingMs] = [MOST_EMBEDDED, EMBED_MS];
  const vectorsThen = new Map<string, Float32Array>();

  /** Embeds the texts of then of the notes, as far as the limits allow. */
  async function embed(ids: readonly string[]): Promise<void> {
    const newIds = ids.filter((id) => !vectorsThen.has(id)).slice(0, remainingTexts);
    if (newIds.length === 0 || remainingMs <= 0 || ctx.embedder.status() === "down") return;
    remainingTexts -= newIds.length;
    const start = performance.now();
    const revisions = [...(await pastRevisions(ctx, newIds, at)).values()];
    const texts = revisions.map((revision) => windowText(revision, noteWindows(revision.content)[0]!));
    const signal = AbortSignal.timeout(Math.ceil(remainingMs));
    try {
      const work = ctx.embedder.embed(texts, { priority: "query", userId: ctx.actor.userId, signal });
      const newVectors = await waitWithoutPlace(ctx, ctx.embedder, work);
      for (const [index, vector] of newVectors.entries()) vectorsThen.set(revisions[index]!.id, vector);
    } catch (error) {
      if (!DomainError.is(error) && !(error instanceof DOMException && error.name === "TimeoutError")) throw error;
    } finally {
      remainingMs -= performance.now() - start;
    }
  }

  /** Replaces hits by their present text with hits by that of then. `bestIds`: the first ones are the best. */
  async function measureAgain(
    vector: Float32Array,
    hits: readonly VectorHit[],
    bestIds: readonly string[],
  ): Promise<VectorHit[]> {
    const { otherTextIds } = versions;
    await embed(bestIds.slice(0, MOST_EMBEDDED).filter((id) => otherTextIds.has(id)));
    const hitsById = new Map(hits.map((hit) => [hit.id, hit]));
    for (const id of new Set([...hitsById.keys(), ...bestIds])) {
      if (!otherTextIds.has(id)) continue;
      const vectorThen = vectorsThen.get(id);
      const present = hitsById.get(id);
      if (vectorThen) {
        const similarity = dot(vector, vectorThen);
        hitsById.set(id, { id, similarity, wholeSimilarity: similarity });
      } else if (present) {
        const { similarity, wholeSimilarity } = present;
        hitsById.set(id, { id, similarity, wholeSimilarity });
        markPresent(then, [id]);
      }
    }
    return [...hitsById.values()].toSorted(nearestFirst);
  }

  /** Whether the note was archived then, as far as that is known. */
  const wasArchived = (id: string) => versions.byId.get(id)?.archived === true;
  const archivedSinceIds = new Set(
    changedNotes.filter(({ id, archived }) => archived && !wasArchived(id)).map(({ id }) => id),
  );

  /** Measures notes by their present text, those too that were archived since. */
  async function presentSimilarities(
    [userId, model, vector, ids, options = {}]: Parameters<VectorIndex["similarities"]>,
    standing: Promise<readonly VectorHit[]>,
  ): Promise<VectorHit[]> {
    const archivedSince = ids.filter((id) => archivedSinceIds.has(id));
    const archivedHits =
      archivedSince.length === 0
        ? []
        : vectors.similarities(userId, model, vector, archivedSince, { ...options, withArchived: true });
    const hits = (await Promise.all([standing, archivedHits])).flat();
    return hits.filter(({ id }) => !wasArchived(id)).toSorted(nearestFirst);
  }

  return {
    async nearest(userId, model, vector, options) {
      const { limit, headsOnly = false } = options;
      const standing = vectors.nearest(userId, model, vector, { ...options, createdUpTo: at });
      const hits = await presentSimilarities([userId, model, vector, [...archivedSinceIds], { headsOnly }], standing);
      const best = hits.slice(0, limit);
      return await measureAgain(
        vector,
        best,
        best.map(({ id }) => id),
      );
    },
    async similarities(userId, model, vector, ids, options) {
      const standing = vectors.similarities(userId, model, vector, ids, options);
      const hits = await presentSimilarities([userId, model, vector, ids, options], standing);
      return await measureAgain(
        vector,
        hits,
        ids.filter((id) => !wasArchived(id)),
      );
    },
  };
}

/** Returns the cosine: both vectors are normalised. */
function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * other[index]!, 0);
}
