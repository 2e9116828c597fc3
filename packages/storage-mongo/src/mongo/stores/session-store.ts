import { MOST_SESSIONS, type Session, type SessionStore } from "@knote/api";
import type { mongo } from "mongoose";
import type { Collections } from "../models/collections.ts";
import type { SessionDocument } from "../models/session-model.ts";
import type { UserDocument } from "../models/user-model.ts";
import { accountId, type Owners } from "./owners.ts";

interface Parts {
  readonly collections: Collections;
  readonly owners: Owners;
}

const LAST_USED_FIRST = { lastUsedAt: -1, createdAt: -1, id: 1 } as const;

/** A session counts while its user has the life and the epoch in which it was made, so that one write ends all. */
export function createSessionStore({ collections, owners }: Parts): SessionStore {
  const { users, sessions, codes } = collections;

  async function removeExcess(userId: string): Promise<void> {
    const excess = sessions
      .find({ userId }, { projection: { _id: 1 } })
      .sort(LAST_USED_FIRST)
      .skip(MOST_SESSIONS);
    const ids = (await excess.toArray()).map(({ _id }) => _id);
    if (ids.length > 0) await sessions.deleteMany({ _id: { $in: ids } });
  }

  return {
    async create(digest, { userId: sub, ...session }, replaces) {
      const { id: userId } = await owners.welcome(sub);
      const epoch = (await owners.look(sub))?.epoch ?? 0;
      if (replaces !== null) await sessions.deleteOne({ _id: replaces });
      const removeAt = new Date(session.expiresAt);
      await sessions.replaceOne({ _id: digest }, { ...session, userId, sub, epoch, removeAt }, { upsert: true });
      await removeExcess(userId);
    },
    async find(digest, now) {
      const session = await sessions.findOne({ _id: digest, expiresAt: { $gt: now } });
      if (session === null) return null;
      const user = await owners.look(session.sub);
      return user?.owner === session.userId && (user.epoch ?? 0) === session.epoch ? sessionOf(session) : null;
    },
    async touch(digest, now) {
      await sessions.updateOne({ _id: digest }, { $set: { lastUsedAt: now } });
    },
    async list(sub, now) {
      const counting = countingSessions(await owners.look(sub), now);
      return counting ? (await sessions.find(counting).sort(LAST_USED_FIRST).toArray()).map(sessionOf) : [];
    },
    async end(sub, id) {
      const owner = await owners.find(sub);
      return owner !== null && (await sessions.deleteOne({ userId: owner.id, id })).deletedCount > 0;
    },
    async endAll(sub, notBefore) {
      await users.updateOne({ _id: accountId(sub) }, { $max: { notBefore }, $inc: { epoch: 1 } }, { upsert: true });
      const owner = await owners.find(sub);
      if (owner !== null) await sessions.deleteMany({ userId: owner.id });
    },
    tokensNotBefore: async (sub) => (await owners.look(sub))?.notBefore ?? 0,
    async addCode(digest, expiresAt) {
      await codes.insertOne({ _id: digest, expiresAt, removeAt: new Date(expiresAt) });
    },
    async useCode(digest, now) {
      const code = await codes.findOneAndDelete({ _id: digest });
      return code !== null && code.expiresAt > now;
    },
  };
}

/** The user's sessions that count at this time; null of a user that there is not. */
export function countingSessions(user: UserDocument | null, now: number): mongo.Filter<SessionDocument> | null {
  return user?.owner === undefined ? null : { userId: user.owner, epoch: user.epoch ?? 0, expiresAt: { $gt: now } };
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
