import { hash } from "node:crypto";

/** Caches the vectors of recent texts, separately for each user. */
export interface VectorCache {
  /** Returns undefined for a text without a user. */
  get(userId: string | undefined, text: string): Float32Array | undefined;
  set(userId: string | undefined, text: string, vector: Float32Array): void;
}

/**
 * Creates a cache of at most `entries` vectors. When it is full, the user with the most entries loses the oldest one,
 * so that nobody displaces more than a fair share. Texts are kept as hashes, so that all entries have the same size.
 */
export function createVectorCache(entries: number): VectorCache {
  const users = new Map<string, Map<string, Float32Array>>();
  let size = 0;

  function take(userId: string, key: string): Float32Array | undefined {
    const vectors = users.get(userId);
    const vector = vectors?.get(key);
    if (!vectors?.delete(key)) return undefined;
    size--;
    if (vectors.size === 0) users.delete(userId);
    return vector;
  }

  function put(userId: string, key: string, vector: Float32Array): void {
    const vectors = users.get(userId) ?? new Map<string, Float32Array>();
    users.set(userId, vectors.set(key, vector));
    size++;
  }

  function forgetOne(): void {
    let [most, count] = ["", 0];
    for (const [userId, vectors] of users) if (vectors.size > count) [most, count] = [userId, vectors.size];
    const [oldest] = users.get(most)!.keys();
    take(most, oldest!);
  }

  return {
    get(userId, text) {
      if (userId === undefined) return undefined;
      const key = keyOf(text);
      const vector = take(userId, key);
      if (vector === undefined) return undefined;
      put(userId, key, vector);
      return vector.slice();
    },
    set(userId, text, vector) {
      if (userId === undefined) return;
      const key = keyOf(text);
      take(userId, key);
      put(userId, key, vector.slice());
      while (size > entries) forgetOne();
    },
  };
}

function keyOf(text: string): string {
  return hash("sha256", text, "base64");
}
