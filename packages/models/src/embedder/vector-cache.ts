import { hash } from "node:crypto";

/** The vectors of the texts that were embedded last, each for the user whose text it was. */
export interface VectorCache {
  /** Nothing is known of a text that is nobody's. */
  get(userId: string | undefined, text: string): Float32Array | undefined;
  set(userId: string | undefined, text: string, vector: Float32Array): void;
}

/** Keeps `entries` of them at most; texts are kept as hashes, so that each entry takes the same memory whatever its length. */
export function createVectorCache(entries: number): VectorCache {
  const vectors = new Map<string, Float32Array>();
  return {
    get(userId, text) {
      if (userId === undefined) return undefined;
      const key = keyOf(userId, text);
      const vector = vectors.get(key);
      if (vector === undefined) return undefined;
      vectors.delete(key);
      vectors.set(key, vector);
      return vector.slice();
    },
    set(userId, text, vector) {
      if (userId === undefined) return;
      const key = keyOf(userId, text);
      vectors.delete(key);
      vectors.set(key, vector.slice());
      for (const oldest of vectors.keys()) {
        if (vectors.size <= entries) break;
        vectors.delete(oldest);
      }
    },
  };
}

function keyOf(userId: string, text: string): string {
  return hash("sha256", JSON.stringify([userId, text]), "base64");
}
