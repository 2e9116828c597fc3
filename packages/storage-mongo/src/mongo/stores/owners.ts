import { hash, randomUUID } from "node:crypto";
import { createBoundedCache, conflict } from "@knote/api";
import { inBatches } from "../batches.ts";
import { ignoreDuplicate } from "../connection/duplicate-keys.ts";
import type { Collections } from "../collections/collections.ts";
import type { UserDocument } from "../collections/users.ts";
import { createSharedReads } from "../shared-reads.ts";

const MOST_REMEMBERED = 10_000;
/** Serves the later steps of a request: its first step reads the user's tier, and the user again. */
const REMEMBERED_MS = 5_000;
const ATTEMPTS = 5;

/** A user with the id of the present life of the account. */
export interface Owner {
  readonly sub: string;
  /** `userId` of the documents. */
  readonly id: string;
}

/** Maps users to the owner ids of their documents. */
export interface Owners {
  /** Null for a user who never wrote anything, or was erased. */
  find(sub: string): Promise<Owner | null>;
  /** Finds or creates the user. CONFLICT when the user was erased and not created again. */
  ensure(sub: string): Promise<Owner>;
  /** Finds or creates the user, even after an erasure. */
  ensureEvenErased(sub: string): Promise<Owner>;
  /** `ensureEvenErased` while the stored user `allows` it; else returns null and creates nothing. */
  ensureWhile(sub: string, allows: (user: UserDocument | null) => boolean): Promise<Owner | null>;
  /** Maps owner ids to users, without erased lives. */
  subsOf(ids: Iterable<string>): Promise<Map<string, string>>;
  /** Reads the stored user, past the cache. */
  look(sub: string): Promise<UserDocument | null>;
  forget(sub: string): void;
}

/** Returns the id of the account: a digest of its tokens' `sub`. */
export function accountId(sub: string): string {
  return hash("sha256", sub, "base64url");
}

export function createOwners({ users }: Pick<Collections, "users">): Owners {
  const askOnce = createSharedReads<never, UserDocument | null>();
  const ownerCache = createBoundedCache<string, Owner>({ most: MOST_REMEMBERED, forMs: REMEMBERED_MS });

  const look = (sub: string) =>
    askOnce(sub, [], async () => {
      const user = await users.findOne({ _id: accountId(sub) });
      if (user?.owner === undefined) ownerCache.delete(sub);
      else ownerCache.set(sub, { sub, id: user.owner });
      return user;
    });

  async function find(sub: string): Promise<Owner | null> {
    const cachedOwner = ownerCache.get(sub);
    if (cachedOwner) return cachedOwner;
    const id = (await look(sub))?.owner;
    return id === undefined ? null : { sub, id };
  }

  /** Of two processes that create a user at once, the slower one reads the other's user. */
  async function make(sub: string, allows: (user: UserDocument | null) => boolean): Promise<Owner | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const user = await look(sub);
      if (!allows(user)) return null;
      if (user?.owner !== undefined) return { sub, id: user.owner };
      const notBefore = user?.notBefore ?? { $exists: false };
      const unmade = { _id: accountId(sub), owner: { $exists: false }, notBefore };
      const isSame = user?.erased ? { erased: true } : { erased: { $exists: false } };
      const life = { $set: { sub, owner: randomUUID() }, $unset: { erased: true as const } };
      await users.updateOne({ ...unmade, ...isSame }, life, { upsert: true }).catch(ignoreDuplicate);
    }
    throw conflict("The account changes at this moment.", { retryAfterSeconds: 1 });
  }

  async function subsOf(ids: Iterable<string>): Promise<Map<string, string>> {
    const rows = await inBatches(ids, (batch) =>
      users.find({ owner: { $in: batch, $exists: true } }, { projection: { owner: 1, sub: 1 } }).toArray(),
    );
    return new Map(rows.flatMap(({ owner, sub }) => (owner && sub ? [[owner, sub] as const] : [])));
  }

  return {
    find,
    subsOf,
    look,
    async ensure(sub) {
      const owner = (await find(sub)) ?? (await make(sub, (user) => user?.erased !== true));
      if (owner === null) throw conflict("The account was erased.");
      return owner;
    },
    // Never null, as every user is allowed.
    ensureEvenErased: async (sub) => (await find(sub)) ?? (await make(sub, () => true))!,
    ensureWhile: make,
    forget: ownerCache.delete,
  };
}
