import { hash } from "node:crypto";

/** The vectors of the texts that were embedded last. */
export interface VectorCache {
  get(text: string): Float32Array | undefined;
  set(text: string, vector: Float32Array): void;
}

/** Keeps `entries` of them at most; texts are kept as hashes, so that each entry takes the same memory whatever its length. */
export function createVectorCache(entries: number): VectorCache {
  const vectors = new Map<string, Float32Array>();
  return {
    get(text) {
      const key = keyOf(text);
      const vector = vectors.get(key);
      if (vector === undefined) return undefined;
      vectors.delete(key);
      vectors.set(key, vector);
      return vector.slice();
    },
    set(text, vector) {
      const key = keyOf(text);
      vectors.delete(key);
      vectors.set(key, vector.slice());
      for (const oldest of vectors.keys()) {
        if (vectors.size <= entries) break;
        vectors.delete(oldest);
      }
    },
  };
}

function keyOf(text: string): string {
  return hash("sha256", text, "base64");
}
