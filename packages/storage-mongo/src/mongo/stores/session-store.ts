import { type Clock, MAX_SESSIONS, type Session, type SessionStore } from "@knote/api";
import type { mongo } from "mongoose";
import type { Collections } from "../collections/collections.ts";
import type { SessionDocument } from "../collections/sessions.ts";
import type { UserDocument } from "../collections/users.ts";
import { accountId, type Owners } from "./owners.ts";
import { createMendedLook, tokenCounts } from "./token-standing.ts";

interface SessionStoreDeps {
  readonly collections: Collections;
  readonly owners: Owners;
  readonly clock: Clock;
}

const LAST_USED_FIRST = { lastUsedAt: -1, createdAt: -1, id: 1 } as const;

/**
 * A session lives while its user's document lists it: one write there ends one or all, and every read of the user
 * shows whether a token's session lives.
 */
export function createSessionStore({ collections, owners, clock }: SessionStoreDeps): SessionStore {
  const { users, sessions, tokens, codes } = collections;
  const mendedLook = createMendedLook({ collections, owners, clock });

  async function end(sub: string, id: string): Promise<boolean> {
    const before = await users.findOneAndUpdate({ _id: accountId(sub), sessions: id }, { $pull: { sessions: id } });
    if (before?.owner === undefined) return false;
    await sessions.deleteOne({ userId: before.owner, id });
    return true;
  }

  /** Ends surplus sessions and unlists ended ones. The list was read first, so a session that is being added stays. */
  async function tidy({ _id, sessions: listedIds = [] }: UserDocument, userId: string): Promise<void> {
    const storedSessions = await sessions
      .find({ userId }, { projection: { id: 1 } })
      .sort(LAST_USED_FIRST)
      .toArray();
    const keeps = new Set(storedSessions.slice(0, MAX_SESSIONS).map(({ id }) => id));
    const excess = storedSessions.slice(MAX_SESSIONS);
    const goneIds = listedIds.filter((id) => !keeps.has(id));
    if (goneIds.length > 0) await users.updateOne({ _id }, { $pull: { sessions: { $in: goneIds } } });
    if (excess.length > 0) await sessions.deleteMany({ _id: { $in: excess.map(({ _id: digest }) => digest) } });
  }

  return {
    async create(digest, { userId: sub, ...session }, replaces) {
      const { id: userId } = await owners.ensureEvenErased(sub);
      const replacedSession = replaces === null ? null : await sessions.findOne({ _id: replaces });
      if (replacedSession !== null) await end(replacedSession.sub, replacedSession.id);
      const removeAt = new Date(session.expiresAt);
      await sessions.replaceOne({ _id: digest }, { ...session, userId, sub, removeAt }, { upsert: true });
      const user = await users.findOneAndUpdate(
        { _id: accountId(sub), owner: userId },
        { $push: { sessions: session.id } },
        { returnDocument: "after" },
      );
      if (user !== null) await tidy(user, userId);
    },
    async find(digest, now) {
      const session = await sessions.findOne({ _id: digest, expiresAt: { $gt: now } });
      if (session === null) return null;
      const user = await owners.look(session.sub);
      const lives = user?.owner === session.userId && tokenCounts(user, { issuedAt: 0, sessionId: session.id });
      return lives ? sessionOf(session) : null;
    },
    async touch(digest, now) {
      await sessions.updateOne({ _id: digest }, { $set: { lastUsedAt: now } });
    },
    async list(sub, now) {
      const living = livingSessions(await owners.look(sub), now);
      return living ? (await sessions.find(living).sort(LAST_USED_FIRST).toArray()).map(sessionOf) : [];
    },
    end,
    async endAll(sub, notBefore) {
      const cutUpdate = { $max: { notBefore }, $unset: { sessions: true as const, tokens: true as const } };
      const before = await users.findOneAndUpdate({ _id: accountId(sub) }, cutUpdate, { upsert: true });
      if (before?.owner === undefined) return;
      const { owner: userId, sessions: sessionIds = [], tokens: tokenIds = [] } = before;
      if (sessionIds.length > 0) await sessions.deleteMany({ userId, id: { $in: sessionIds } });
      if (tokenIds.length > 0) await tokens.deleteMany({ userId, _id: { $in: tokenIds } });
    },
    isTokenValid: async (sub, token) => tokenCounts(await mendedLook(sub), token),
    async addCode(digest, expiresAt) {
      await codes.insertOne({ _id: digest, expiresAt, removeAt: new Date(expiresAt) });
    },
    async useCode(digest, now) {
      const code = await codes.findOneAndDelete({ _id: digest });
      return code !== null && code.expiresAt > now;
    },
  };
}

/** Returns the filter for the user's live sessions; null without such a user. */
export function livingSessions(user: UserDocument | null, now: number): mongo.Filter<SessionDocument> | null {
  if (user?.owner === undefined) return null;
  return { userId: user.owner, id: { $in: user.sessions ?? [] }, expiresAt: { $gt: now } };
}

export function sessionOf({
  id,
  sub,
  name,
  login,
  userAgent,
  createdAt,
  lastUsedAt,
  expiresAt,
}: SessionDocument): Session {
  return { id, userId: sub, name, login, userAgent, createdAt, lastUsedAt, expiresAt };
}
