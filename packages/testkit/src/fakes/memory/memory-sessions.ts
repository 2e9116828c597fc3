import { CUT_AHEAD_MS, type Clock, MAX_SESSIONS, type Session, type SessionStore } from "@knote/api";
import type { MemoryTokens } from "./memory-tokens.ts";

/** Creates the store; calls `clearErasure` with every user who signs in. */
export function createMemorySessions(
  clearErasure: (userId: string) => void,
  clock: Clock,
  tokens: Pick<MemoryTokens, "forget" | "isLiving">,
): SessionStore & { forget(userId: string, notBefore: number): void } {
  const sessions = new Map<string, Session>();
  const cuts = new Map<string, number>();
  const codes = new Map<string, number>();
  const ofUser = (userId: string) =>
    [...sessions]
      .filter(([, session]) => session.userId === userId)
      .toSorted(([, one], [, other]) => later(one, other));
  const forget = (userId: string, notBefore: number) => {
    for (const [digest] of ofUser(userId)) sessions.delete(digest);
    tokens.forget(userId);
    cuts.set(userId, Math.max(notBefore, cuts.get(userId) ?? 0));
  };
  return {
    forget,
    async create(digest, session, replaces) {
      clearErasure(session.userId);
      if (replaces !== null) sessions.delete(replaces);
      sessions.set(digest, session);
      for (const [excess] of ofUser(session.userId).slice(MAX_SESSIONS)) sessions.delete(excess);
    },
    async find(digest, now) {
      const session = sessions.get(digest);
      return session !== undefined && session.expiresAt > now ? session : null;
    },
    async touch(digest, now) {
      const session = sessions.get(digest);
      if (session !== undefined) sessions.set(digest, { ...session, lastUsedAt: now });
    },
    async list(userId, now) {
      return ofUser(userId).flatMap(([, session]) => (session.expiresAt > now ? session : []));
    },
    async end(userId, id) {
      const [digest] = ofUser(userId).find(([, session]) => session.id === id) ?? [];
      return digest !== undefined && sessions.delete(digest);
    },
    async endAll(userId, notBefore) {
      forget(userId, notBefore);
    },
    async isTokenValid(userId, { issuedAt, sessionId }) {
      if (sessionId !== null)
        return ofUser(userId).some(([, { id }]) => id === sessionId) || tokens.isLiving(userId, sessionId);
      const [cutTime, now] = [cuts.get(userId) ?? 0, clock.now()];
      if (cutTime > now + CUT_AHEAD_MS) cuts.set(userId, now);
      return issuedAt >= (cuts.get(userId) ?? 0);
    },
    async addCode(digest, expiresAt) {
      codes.set(digest, expiresAt);
    },
    async useCode(digest, now) {
      const expiresAt = codes.get(digest) ?? 0;
      codes.delete(digest);
      return expiresAt > now;
    },
  };
}

/** Sorts the last used first. */
function later(one: Session, other: Session): number {
  return other.lastUsedAt - one.lastUsedAt || other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1);
}
