import { conflict, endOf, rotatedToken, type StoredToken, type TokenStore } from "@knote/api";
import type { mongo } from "mongoose";
import type { Collections } from "../collections/collections.ts";
import type { TokenDocument } from "../collections/tokens.ts";
import type { UserDocument } from "../collections/users.ts";
import { accountId, type Owners } from "./owners.ts";

interface TokenStoreDeps {
  readonly collections: Pick<Collections, "users" | "tokens">;
  readonly owners: Owners;
}

const ATTEMPTS = 5;

/**
 * A token lives while its user's document lists it, as sessions do: one write there ends one or all, and limits how
 * many there are.
 */
export function createTokenStore({ collections: { users, tokens }, owners }: TokenStoreDeps): TokenStore {
  const isLiving = (user: UserDocument | null, { _id, userId }: TokenDocument) =>
    user?.owner === userId && (user.tokens ?? []).includes(_id);

  /** Lists the token in its user's document. Returns false when `most` others are listed. */
  async function enlist(sub: string, owner: string, id: string, most: number): Promise<boolean> {
    const hasRoom = Number.isFinite(most)
      ? { $or: [{ tokens: id }, { [`tokens.${most - 1}`]: { $exists: false } }] }
      : {};
    const filter = { _id: accountId(sub), owner, ...hasRoom };
    return (await users.updateOne(filter, { $addToSet: { tokens: id } })).matchedCount > 0;
  }

  /** Takes tokens that have expired off the list. The list was read first, so a token that is being added stays. */
  async function tidy(user: UserDocument, userId: string, now: number): Promise<boolean> {
    const { tokens: listedIds = [] } = user;
    const living = await tokens.find(notExpired({ userId, _id: { $in: listedIds } }, now)).toArray();
    const livingIds = new Set(living.map(({ _id }) => _id));
    const goneIds = listedIds.filter((id) => !livingIds.has(id));
    if (goneIds.length > 0) await users.updateOne({ _id: user._id }, { $pull: { tokens: { $in: goneIds } } });
    return goneIds.length > 0;
  }

  async function end(sub: string, id: string): Promise<boolean> {
    const before = await users.findOneAndUpdate({ _id: accountId(sub), tokens: id }, { $pull: { tokens: id } });
    if (before?.owner === undefined) return false;
    await tokens.deleteOne({ _id: id, userId: before.owner });
    return true;
  }

  return {
    async create(digest, token, most) {
      const { id: userId, sub } = await owners.ensure(token.userId);
      await tokens.replaceOne({ _id: token.id }, tokenDocument(digest, userId, token), { upsert: true });
      if (await enlist(sub, userId, token.id, most)) return true;
      const user = await owners.look(sub);
      const hasRoom = user?.owner === userId && (await tidy(user, userId, token.createdAt));
      if (hasRoom && (await enlist(sub, userId, token.id, most))) return true;
      await tokens.deleteOne({ _id: token.id, userId });
      if (user?.owner !== userId) throw conflict("The account was erased.");
      return false;
    },
    async find(digest, now, userId) {
      // One user's reads of one moment are sent as one.
      const knownUser = userId === undefined ? null : owners.look(userId);
      const [document, user] = await Promise.all([tokens.findOne(notExpired({ digest }, now)), knownUser]);
      if (document === null || (document.grant?.accessUntil ?? Infinity) <= now) return null;
      const owner = document.sub === userId ? user : await owners.look(document.sub);
      return isLiving(owner, document) ? tokenOf(document) : null;
    },
    async touch(digest, now) {
      await tokens.updateOne({ digest }, { $set: { lastUsedAt: now } });
    },
    async list(sub, now) {
      const living = livingTokens(await owners.look(sub), now);
      if (living === null) return [];
      return (await tokens.find(living).sort({ lastUsedAt: -1, createdAt: -1, _id: 1 }).toArray()).map(tokenOf);
    },
    end,
    async endByDigest(digest) {
      const document =
        (await tokens.findOne({ digest })) ??
        (await tokens.findOne({ "grant.family": { $exists: true, $eq: digest } }));
      const hasEnded = document !== null && (await end(document.sub, document._id));
      return hasEnded ? { id: document._id, userId: document.sub } : null;
    },
    async rotate({ family, refresh }, next, now) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const document = await tokens.findOne(notExpired({ "grant.family": { $exists: true, $eq: family } }, now));
        if (document === null || !isLiving(await owners.look(document.sub), document)) return null;
        const rotatedGrant = rotatedToken(tokenOf(document), refresh, next, now);
        if (rotatedGrant === null) {
          await end(document.sub, document._id);
          return "reused";
        }
        const { _id, userId, digest } = document;
        const replacement = tokenDocument(next.digest, userId, rotatedGrant);
        // Of two calls at once, the slower one reads what the other wrote.
        if ((await tokens.replaceOne({ _id, digest }, replacement)).matchedCount > 0) return rotatedGrant;
      }
      throw conflict("The grant changes at this moment.", { retryAfterSeconds: 1 });
    },
    async counts(now) {
      const count = (kind: TokenDocument["kind"]) => tokens.countDocuments(notExpired({ kind }, now));
      const [personal, grant] = await Promise.all([count("personal"), count("grant")]);
      return { personal, grant };
    },
  };
}

/** Returns the filter for the user's living tokens; null without such a user. */
export function livingTokens(user: UserDocument | null, now: number): mongo.Filter<TokenDocument> | null {
  if (user?.owner === undefined) return null;
  return notExpired({ userId: user.owner, _id: { $in: user.tokens ?? [] } }, now);
}

function notExpired(filter: mongo.Filter<TokenDocument>, now: number): mongo.Filter<TokenDocument> {
  return { ...filter, $or: [{ removeAt: { $exists: false } }, { removeAt: { $gt: new Date(now) } }] };
}

function tokenDocument(digest: string, userId: string, token: StoredToken): TokenDocument {
  const { id: _id, userId: sub, scopes, ...fields } = token;
  const end = endOf(token);
  return { ...fields, _id, digest, userId, sub, scopes: [...scopes], ...(end !== null && { removeAt: new Date(end) }) };
}

export function tokenOf({ _id: id, sub: userId, ...document }: TokenDocument): StoredToken {
  const { kind, name, scopes, hint, login, createdAt, lastUsedAt, expiresAt, grant } = document;
  return { id, userId, kind, name, scopes, hint, login, createdAt, lastUsedAt, expiresAt, grant };
}
