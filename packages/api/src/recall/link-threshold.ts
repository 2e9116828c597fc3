import type { Services } from "../context.ts";

/** Unrelated notes of one person lie under this quantile of the cosine of all pairs: about two suggestions a note (docs/adr). */
const QUANTILE = 0.998;
const SAMPLE = 100;
/** With fewer notes than this the pairs say little. */
const FEW = 20;
const DEFAULT_THRESHOLD = 0.5;
const KEEP_MS = 10 * 60_000;
const MOST_USERS = 1_000;

/** The cosine above which two notes of a user are worth linking, told by that user's own pairs. */
export interface LinkThresholds {
  of(services: Pick<Services, "storage" | "embedder" | "clock">, userId: string): Promise<number>;
}

/** Keeps what it found for ten minutes, for at most 1,000 users. */
export function createLinkThresholds(): LinkThresholds {
  const known = new Map<string, { readonly threshold: number; readonly until: number }>();
  return {
    async of({ storage, embedder, clock }, userId) {
      const kept = known.get(userId);
      if (kept && kept.until > clock.now()) return kept.threshold;
      const heads = await storage.vectors.sampleHeads(userId, embedder.model, SAMPLE);
      if (heads.length < FEW) return DEFAULT_THRESHOLD;
      const threshold = pairQuantile(heads, QUANTILE);
      if (known.size >= MOST_USERS) known.clear();
      known.set(userId, { threshold, until: clock.now() + KEEP_MS });
      return threshold;
    },
  };
}

/** Quantile of the cosine over all pairs of L2-normalised vectors. */
export function pairQuantile(vectors: readonly Float32Array[], quantile: number): number {
  const cosines: number[] = [];
  vectors.forEach((one, index) => {
    for (const other of vectors.slice(index + 1))
      cosines.push(one.reduce((sum, value, place) => sum + value * other[place]!, 0));
  });
  cosines.sort((one, other) => one - other);
  return cosines[Math.min(cosines.length - 1, Math.floor(quantile * cosines.length))] ?? 1;
}
