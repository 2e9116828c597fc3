import { endOf, rotatedToken, type StoredToken, type TokenStore } from "@knote/api";

export interface MemoryTokens extends TokenStore {
  forget(userId: string): void;
  isLiving(userId: string, id: string): boolean;
}

/** Creates the store; calls `assertNotErased` with every user who makes a token. */
export function createMemoryTokens(assertNotErased: (userId: string) => void): MemoryTokens {
  const tokens = new Map<string, { readonly digest: string; readonly token: StoredToken }>();
  const living = (now: number) => [...tokens.values()].filter(({ token }) => (endOf(token) ?? Infinity) > now);
  const ofUser = (userId: string, now: number) => living(now).filter(({ token }) => token.userId === userId);
  return {
    forget(userId) {
      for (const { token } of tokens.values()) if (token.userId === userId) tokens.delete(token.id);
    },
    isLiving: (userId, id) => tokens.get(id)?.token.userId === userId,
    async create(digest, token, most) {
      assertNotErased(token.userId);
      const others = ofUser(token.userId, token.createdAt).filter((other) => other.token.id !== token.id);
      if (others.length >= most) return false;
      tokens.set(token.id, { digest, token });
      return true;
    },
    async find(digest, now) {
      const token = living(now).find((one) => one.digest === digest)?.token;
      return token && (token.grant === null || token.grant.accessUntil > now) ? token : null;
    },
    async touch(digest, now) {
      const entry = [...tokens.values()].find((one) => one.digest === digest);
      if (entry) tokens.set(entry.token.id, { digest, token: { ...entry.token, lastUsedAt: now } });
    },
    list: async (userId, now) =>
      ofUser(userId, now)
        .map(({ token }) => token)
        .toSorted(lastUsedFirst),
    end: async (userId, id) => tokens.get(id)?.token.userId === userId && tokens.delete(id),
    async endByDigest(digest) {
      const entry = [...tokens.values()].find((one) => one.digest === digest || one.token.grant?.family === digest);
      if (!entry) return null;
      const { id, userId } = entry.token;
      tokens.delete(id);
      return { id, userId };
    },
    async rotate({ family, refresh }, next, now) {
      const entry = living(now).find(({ token }) => token.grant?.family === family);
      if (!entry) return null;
      const rotatedGrant = rotatedToken(entry.token, refresh, next, now);
      if (rotatedGrant === null) tokens.delete(entry.token.id);
      else tokens.set(rotatedGrant.id, { digest: next.digest, token: rotatedGrant });
      return rotatedGrant ?? "reused";
    },
    async counts(now) {
      const kinds = living(now).map(({ token }) => token.kind);
      return {
        personal: kinds.filter((kind) => kind === "personal").length,
        grant: kinds.filter((kind) => kind === "grant").length,
      };
    },
  };
}

function lastUsedFirst(one: StoredToken, other: StoredToken): number {
  const later = (other.lastUsedAt ?? 0) - (one.lastUsedAt ?? 0) || other.createdAt - one.createdAt;
  return later || (one.id < other.id ? -1 : 1);
}
