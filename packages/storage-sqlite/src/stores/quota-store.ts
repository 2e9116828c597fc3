import type { DatabaseSync } from "node:sqlite";
import type { Month, QuotaStore, Usage } from "@knote/api";
import type { Writer } from "../database/writer.ts";
import type { UserRows } from "./user-rows.ts";

interface QuotaStoreDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
}

/** A settled reservation is counted in `usage`; its row stays a while, so that settling again counts nothing. */
export function createQuotaStore({ db, users, writer }: QuotaStoreDeps): QuotaStore {
  const sql = prepareQuota(db);

  function usageOf(user: number | null, month: Month, now: number): Usage {
    const settledUsage = sql.settled.get(user, month);
    const open = sql.open.get(user, month, now)!;
    return {
      queries: Number(settledUsage?.["queries"] ?? 0) + Number(open["queries"]),
      capableQueries: Number(settledUsage?.["capable_queries"] ?? 0) + Number(open["capable_queries"]),
    };
  }

  return {
    reserve: (sub, { id, month, capable, limits, now, leaseUntil }) =>
      writer.write(() => {
        const user = users.ensure(sub);
        const before = usageOf(user, month, now);
        if (!isLeft(before.queries, limits.queries)) return null;
        const isCapable = capable && isLeft(before.capableQueries, limits.capableQueries);
        sql.insert.run(user, id, month, isCapable ? 1 : 0, leaseUntil);
        const usage = { queries: before.queries + 1, capableQueries: before.capableQueries + (isCapable ? 1 : 0) };
        return { reservation: { id, month, capable: isCapable }, usage };
      }),
    async settle(sub, { id, month, capable }) {
      await writer.write(() => {
        const user = users.ensure(sub);
        if (sql.settle.run(user, id, month, capable ? 1 : 0).changes > 0) sql.count.run(user, month, capable ? 1 : 0);
      });
    },
    async release(sub, { id }) {
      await writer.write(() => void sql.release.run(users.find(sub), id));
    },
    usage: async (sub, month, now) => usageOf(users.find(sub), month, now),
    warnOnce: (sub, month, counter) => writer.write(() => sql.warn.run(users.ensure(sub), month, counter).changes > 0),
  };
}

function isLeft(usedCount: number, limit: number): boolean {
  return limit < 0 || usedCount < limit;
}

function prepareQuota(db: DatabaseSync) {
  return {
    settled: db.prepare("SELECT queries, capable_queries FROM usage WHERE user = ? AND month = ?"),
    open: db.prepare(
      `SELECT count(*) AS queries, coalesce(sum(capable), 0) AS capable_queries FROM reservations INDEXED BY reservations_open
       WHERE user = ? AND month = ? AND settled = 0 AND lease_until >= ?`,
    ),
    insert: db.prepare(
      "INSERT INTO reservations (user, id, month, capable, lease_until, settled) VALUES (?, ?, ?, ?, ?, 0)",
    ),
    // Changes nothing when the reservation is already settled.
    settle: db.prepare(
      `INSERT INTO reservations (user, id, month, capable, lease_until, settled) VALUES (?, ?, ?, ?, unixepoch() * 1000, 1)
       ON CONFLICT (user, id) DO UPDATE SET settled = 1 WHERE settled = 0`,
    ),
    count: db.prepare(
      `INSERT INTO usage (user, month, queries, capable_queries) VALUES (?, ?, 1, ?)
       ON CONFLICT (user, month) DO UPDATE SET queries = queries + 1, capable_queries = capable_queries + excluded.capable_queries`,
    ),
    release: db.prepare("DELETE FROM reservations WHERE user = ? AND id = ? AND settled = 0"),
    warn: db.prepare("INSERT OR IGNORE INTO usage_warnings (user, month, counter) VALUES (?, ?, ?)"),
  };
}
