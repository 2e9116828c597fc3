import type { DatabaseSync } from "node:sqlite";
import type { TierKey } from "@knote/contract";
import type { ClaimRecord, CutRecord, DataTransfer, QuotaWarning, SessionRecord, UsageRecord } from "@knote/api";
import { responseOf } from "../stores/idempotency-store.ts";
import type { Row } from "../stores/note-row.ts";
import { sessionOf } from "../stores/session-store.ts";
import { tokenOf } from "../stores/token-store.ts";
import { ERASED_PREFIX, ERASING_PREFIX } from "../stores/user-rows.ts";
import { pages } from "./pages.ts";

type AccountRecords = Pick<
  DataTransfer,
  "users" | "cuts" | "sessions" | "tokens" | "usage" | "claims" | "putUser" | "putCut" | "putUsage"
>;

/** Transfers users without notes and links. The casts are safe because only the stores write these columns. */
export function createAccountRecords(db: DatabaseSync): AccountRecords {
  const sql = prepareAccounts(db);
  return {
    users: (after) =>
      pages(
        (last) => sql.users.all(last),
        after ?? "",
        (row) => row["sub"] as string,
        (row) => ({ userId: row["sub"] as string, tier: row["tier"] as TierKey | null }),
      ),
    cuts: () =>
      pages(
        (last) => sql.cuts.all(last),
        "",
        (row) => row["account"] as string,
        ({ account, notBefore }) => ({ account, notBefore }) as CutRecord,
      ),
    sessions: async (userId, now) => sql.sessions.all(userId, now).map(sessionRecord),
    tokens: async (userId, now) =>
      sql.tokens.all(userId, now).map((row) => ({ digest: row["digest"] as string, token: tokenOf(row) })),
    usage: async (userId) => sql.usage.all({ userId }).map(usageRecord),
    claims: (userId, now) =>
      pages(
        (last) => sql.claims.all(userId, now, last),
        0,
        (row) => row["claim"] as number,
        claimRecord,
      ),
    async putUser({ userId, tier }) {
      sql.putUser.run(userId, tier);
    },
    async putCut({ account, notBefore }) {
      sql.putCut.run(account, notBefore);
    },
    async putUsage(userId, { month, queries, capableQueries, warned }) {
      sql.putUsage.run(userId, month, queries, capableQueries);
      for (const counter of warned) sql.putWarning.run(userId, month, counter);
    },
  };
}

function sessionRecord(row: Row): SessionRecord {
  return { digest: row["digest"] as string, session: sessionOf(row) };
}

function usageRecord(row: Row): UsageRecord {
  return {
    month: row["month"] as string,
    queries: row["queries"] as number,
    capableQueries: row["capable_queries"] as number,
    warned: JSON.parse(row["warned"] as string) as QuotaWarning[],
  };
}

function claimRecord(row: Row): ClaimRecord {
  return {
    key: row["key"] as string,
    bodyHash: row["body_hash"] as string,
    seed: row["seed"] as string,
    leaseUntil: row["lease_until"] as number,
    expiresAt: row["expires_at"] as number,
    response: row["status"] === null ? null : responseOf(row),
  };
}

function prepareAccounts(db: DatabaseSync) {
  const user = "(SELECT user FROM users WHERE sub = ?)";
  return {
    users: db.prepare(
      `SELECT sub, tier FROM users WHERE sub > ? AND sub NOT GLOB '${ERASING_PREFIX}*' AND sub NOT GLOB '${ERASED_PREFIX}*'
       ORDER BY sub LIMIT 500`,
    ),
    cuts: db.prepare(
      "SELECT subject AS account, not_before AS notBefore FROM token_cuts WHERE subject > ? ORDER BY subject LIMIT 500",
    ),
    sessions: db.prepare(
      "SELECT s.*, u.sub FROM sessions s JOIN users u USING (user) WHERE u.sub = ? AND expires_at > ? ORDER BY last_used_at",
    ),
    tokens: db.prepare(
      "SELECT t.*, u.sub FROM tokens t JOIN users u USING (user) WHERE u.sub = ? AND ends_at > ? ORDER BY id",
    ),
    usage: db.prepare(
      `WITH own AS (SELECT user FROM users WHERE sub = :userId),
         months AS (SELECT month FROM usage JOIN own USING (user) UNION SELECT month FROM usage_warnings JOIN own USING (user))
       SELECT month, coalesce(queries, 0) AS queries, coalesce(capable_queries, 0) AS capable_queries,
         (SELECT json_group_array(counter ORDER BY counter) FROM usage_warnings w JOIN own USING (user) WHERE w.month = m.month) AS warned
       FROM months m LEFT JOIN (SELECT * FROM usage JOIN own USING (user)) USING (month) ORDER BY month`,
    ),
    claims: db.prepare(
      `SELECT * FROM idempotency WHERE user = ${user} AND expires_at > ? AND claim > ? ORDER BY claim LIMIT 100`,
    ),
    putUser: db.prepare(
      "INSERT INTO users (sub, tier) VALUES (?, ?) ON CONFLICT (sub) DO UPDATE SET tier = excluded.tier",
    ),
    putCut: db.prepare(
      `INSERT INTO token_cuts (subject, not_before) VALUES (?, ?)
       ON CONFLICT (subject) DO UPDATE SET not_before = excluded.not_before`,
    ),
    putUsage: db.prepare(
      `INSERT INTO usage (user, month, queries, capable_queries) VALUES (${user}, ?, ?, ?)
       ON CONFLICT (user, month) DO UPDATE SET queries = excluded.queries, capable_queries = excluded.capable_queries`,
    ),
    putWarning: db.prepare(`INSERT OR IGNORE INTO usage_warnings (user, month, counter) VALUES (${user}, ?, ?)`),
  };
}
