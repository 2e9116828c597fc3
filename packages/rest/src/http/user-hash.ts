import { createHmac } from "node:crypto";
import { createBoundedCache } from "@knote/api";

/**
 * Returns a short hash of a user id, cached because the same few users call again and again. Keyed: user ids can be
 * guessed (`github:` and a number), and a plain hash of each guess would reveal who it is.
 */
export function createUserHash(key: string | Buffer): (userId: string) => string {
  const hashes = createBoundedCache<string, string>({ most: 10_000 });
  return (userId) => {
    const cachedHash = hashes.get(userId);
    if (cachedHash !== undefined) return cachedHash;
    const hash = createHmac("sha256", key).update(userId).digest("hex").slice(0, 12);
    hashes.set(userId, hash);
    return hash;
  };
}
