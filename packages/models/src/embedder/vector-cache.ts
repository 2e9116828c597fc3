import { hash } from "node:crypto";

/** The vectors of the texts that were embedded last, each for the user whose text it was. */
export interface VectorCache {
  /** Nothing is known of a text that is nobody's. */
  get(userId: string | undefined, text: string): Float32Array | undefined;
  set(userId: string | undefined, text: string, vector: Float32Array): void;
}

/**
 * Keeps `entries` of them at most, and of too many the oldest of the user who has the most: one user's texts displace
 * no more of others' than their share. Texts are kept as hashes, so that each entry takes the same memory.
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
