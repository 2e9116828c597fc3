import type { LinkThreshold, LinkThresholds, ThresholdServices } from "../context.ts";
import { ifReachable } from "../kit/if-reachable.ts";
import { mapInTurns } from "../kit/in-turns.ts";

/**
 * Pairs of unrelated notes lie below this quantile of the centred cosines of all pairs. With it 42 % of
 * the suggestions for a real wiki are links that its author made, two per note (docs/adr/0012).
 */
const QUANTILE = 0.9995;
const SAMPLE = 150;
/** With fewer notes than this the quantile is not reliable. */
const FEW = 20;
const DEFAULT_THRESHOLD = 0.5;
const KEEP_MS = 10 * 60_000;
const MOST_USERS = 1_000;

/** Creates link thresholds with a cache of ten minutes, for at most 1,000 users and models. */
export function createLinkThresholds(): LinkThresholds {
  const cache = new Map<string, { readonly pending: Promise<LinkThreshold>; readonly until: number }>();
  return {
    async of(services, userId) {
      const { embedder, clock } = services;
      const key = `${embedder.model} ${userId}`;
      const cacheEntry = cache.get(key);
      if (cacheEntry && cacheEntry.until > clock.now()) return await cacheEntry.pending;
      // Caches the promise, so that many creates at once compute the threshold once.
      const pending = findThreshold(services, userId);
      if (cache.size >= MOST_USERS) cache.clear();
      cache.set(key, { pending, until: clock.now() + KEEP_MS });
      try {
        const threshold = await pending;
        if (threshold.mean === null) cache.delete(key);
        return threshold;
      } catch (error) {
        cache.delete(key);
        throw error;
      }
    },
    forget(userId) {
      for (const key of cache.keys()) if (key.endsWith(` ${userId}`)) cache.delete(key);
    },
  };
}

async function findThreshold({ storage, embedder }: ThresholdServices, userId: string): Promise<LinkThreshold> {
  const heads = await ifReachable(storage.vectors.sampleHeads(userId, embedder.model, SAMPLE), []);
  if (heads.length < FEW) return { mean: null, threshold: DEFAULT_THRESHOLD };
  const mean = meanOf(heads);
  return { mean, threshold: await pairQuantile(heads, mean, QUANTILE) };
}

/** The part of an L2-normalised vector that `centredCosine` needs. */
export interface MeanProjection {
  /** Its dot product with the mean. */
  readonly alongMean: number;
}

/**
 * Returns the cosine of two L2-normalised vectors after subtracting the mean from both: what all notes of a person
 * have in common does not relate two of them. 0 when one of the vectors is the mean itself.
 */
export function centredCosine(cosine: number, one: MeanProjection, other: MeanProjection, meanSquared: number): number {
  const length = (of: MeanProjection) => Math.sqrt(Math.max(0, 1 - 2 * of.alongMean + meanSquared));
  const lengths = length(one) * length(other);
  return lengths < 1e-6 ? 0 : (cosine - one.alongMean - other.alongMean + meanSquared) / lengths;
}

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place++) sum += one[place]! * other[place]!;
  return sum;
}

/** Returns the quantile of the centred cosine over all pairs of L2-normalised vectors; 1 without pairs. */
export async function pairQuantile(
  vectors: readonly Float32Array[],
  mean: Float32Array,
  quantile: number,
): Promise<number> {
  const projections = vectors.map((vector) => ({ vector, alongMean: dot(vector, mean) }));
  const meanSquared = dot(mean, mean);
  const cosines = new Float64Array((projections.length * (projections.length - 1)) / 2);
  let count = 0;
  await mapInTurns([...projections.entries()], ([index, one]) => {
    for (const other of projections.slice(index + 1))
      cosines[count++] = centredCosine(dot(one.vector, other.vector), one, other, meanSquared);
  });
  cosines.sort();
  return cosines[Math.min(cosines.length - 1, Math.floor(quantile * cosines.length))] ?? 1;
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]!.length);
  for (const vector of vectors)
    for (let place = 0; place < mean.length; place++) mean[place]! += vector[place]! / vectors.length;
  return mean;
}
