import type { ClaimRecord, DataTransfer, QuotaWarning, UserRecord } from "@knote/api";
import type { ClaimDocument } from "../mongo/collections/claims.ts";
import type { Collections } from "../mongo/collections/collections.ts";
import type { UsageDocument } from "../mongo/collections/usage.ts";
import { responseOf } from "../mongo/stores/idempotency-store.ts";
import { accountId, type Owners } from "../mongo/stores/owners.ts";
import { usageId } from "../mongo/stores/quota-store.ts";
import { livingSessions, sessionOf } from "../mongo/stores/session-store.ts";
import { livingTokens, tokenOf } from "../mongo/stores/token-store.ts";
import { pages } from "./pages.ts";

/** Each page is a new query: the work for one user can outlast the ten minutes that a server keeps an idle cursor. */
const USERS_AT_ONCE = 500;
const CLAIMS_AT_ONCE = 100;

type AccountRecords = Pick<
  DataTransfer,
  "users" | "cuts" | "sessions" | "tokens" | "usage" | "claims" | "putUser" | "putCut" | "putUsage"
>;

interface AccountRecordsDeps {
  readonly collections: Collections;
  readonly owners: Owners;
}

/** Reads and writes what users have besides notes and links. */
export function createAccountRecords({ collections, owners }: AccountRecordsDeps): AccountRecords {
  const { users, sessions, tokens, usage, claims } = collections;

  async function* allUsers(after: string | null): AsyncGenerator<UserRecord[]> {
    for (let last = after === null ? "" : accountId(after); ;) {
      const page = users.find({ _id: { $gt: last }, owner: { $exists: true } }).sort({ _id: 1 });
      const rows = await page.limit(USERS_AT_ONCE).toArray();
      if (rows.length === 0) return;
      yield rows.map(({ sub, tier }) => ({ userId: sub!, tier: tier ?? null }));
      last = rows.at(-1)!._id;
    }
  }

  return {
    users: allUsers,
    cuts: () =>
      pages(users.find({ notBefore: { $gt: 0 } }), USERS_AT_ONCE, ({ _id, notBefore = 0 }) => ({
        account: _id,
        notBefore,
      })),
    async sessions(sub, now) {
      const living = livingSessions(await owners.look(sub), now);
      const rows = living ? await sessions.find(living).sort({ lastUsedAt: 1 }).toArray() : [];
      return rows.map((session) => ({ digest: session._id, session: sessionOf(session) }));
    },
    async tokens(sub, now) {
      const living = livingTokens(await owners.look(sub), now);
      const rows = living ? await tokens.find(living).sort({ _id: 1 }).toArray() : [];
      return rows.map((document) => ({ digest: document.digest, token: tokenOf(document) }));
    },
    async usage(sub) {
      const owner = await owners.find(sub);
      const rows = owner ? await usage.find({ userId: owner.id }).sort({ month: 1 }).toArray() : [];
      return rows.map(usageRecord).filter(({ queries, warned }) => queries > 0 || warned.length > 0);
    },
    async *claims(sub, now) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      const filter = { userId: owner.id, expiresAt: { $gt: now } };
      yield* pages(claims.find(filter).sort({ expiresAt: 1, _id: 1 }), CLAIMS_AT_ONCE, claimRecord);
    },
    async putUser({ userId: sub, tier }) {
      await owners.ensureEvenErased(sub);
      const tierUpdate = tier === null ? { $unset: { tier: true as const } } : { $set: { tier } };
      await users.updateOne({ _id: accountId(sub) }, tierUpdate);
    },
    async putCut({ account, notBefore }) {
      await users.updateOne({ _id: account }, { $set: { notBefore } }, { upsert: true });
    },
    async putUsage(sub, { month, queries, capableQueries, warned }) {
      const { id: userId } = await owners.ensure(sub);
      const usageFields = { userId, month, queries, capableQueries, warned: [...warned] };
      await usage.updateOne({ _id: usageId(userId, month) }, { $set: usageFields }, { upsert: true });
    },
  };
}

function usageRecord({ month, queries = 0, capableQueries = 0, warned = [] }: UsageDocument) {
  // Safe because only `warnOnce` writes the names of counters.
  return { month, queries, capableQueries, warned: warned.toSorted() as QuotaWarning[] };
}

function claimRecord(claim: ClaimDocument): ClaimRecord {
  const { key, bodyHash, seed, leaseUntil, expiresAt, status } = claim;
  return { key, bodyHash, seed, leaseUntil, expiresAt, response: status === undefined ? null : responseOf(claim) };
}
