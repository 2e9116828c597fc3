import type { DatabaseSync } from "node:sqlite";
import { LIMITS } from "@knote/contract";
import type { Claim, ClaimRequest, IdempotencyStore, StoredResponse } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { Writer } from "../database/writer.ts";
import type { Row } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";

/** Most expired keys that a claim deletes: more than the one it adds, so that they run out. */
const MOST_CLEARED = 4;

interface IdempotencyDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
}

export function createIdempotencyStore({ db, users, writer }: IdempotencyDeps): IdempotencyStore {
  const sql = prepareClaims(db);

  function firstClaim(user: number, request: ClaimRequest): Claim {
    const { key, bodyHash, seed, now, leaseUntil, expiresAt } = request;
    sql.insert.run(user, key, bodyHash, seed, leaseUntil, expiresAt);
    const clearedCount = Number(sql.clear.run(user, now, MOST_CLEARED).changes);
    const keyCount = sql.count.get(1 - clearedCount, user)!["idempotency_keys"] as number;
    const excess = keyCount - LIMITS.idempotencyKeys;
    if (excess > 0) sql.count.get(-Number(sql.removeOldest.run(user, excess).changes), user);
    return { kind: "claimed", seed, rerun: false };
  }

  function laterClaim(user: number, row: Row, { key, bodyHash, now, leaseUntil }: ClaimRequest): Claim {
    if (row["body_hash"] !== bodyHash) return { kind: "different-body" };
    if (row["status"] !== null) return { kind: "done", response: responseOf(row) };
    if ((row["lease_until"] as number) > now) return { kind: "in-progress" };
    sql.renew.run(leaseUntil, user, key);
    return { kind: "claimed", seed: row["seed"] as string, rerun: true };
  }

  return {
    claim: (sub, request) =>
      writer.write(() => {
        const user = users.ensure(sub);
        const row = sql.find.get(user, request.key);
        if (row !== undefined && (row["expires_at"] as number) > request.now) return laterClaim(user, row, request);
        if (row !== undefined) sql.count.get(-Number(sql.remove.run(user, request.key).changes), user);
        return firstClaim(user, request);
      }),
    async complete(sub, key, seed, { status, body, headers }) {
      await writer.write(
        () => void sql.complete.run(status, body, JSON.stringify(headers), users.find(sub), key, seed),
      );
    },
    async abandon(sub, key, { seed, until }) {
      await writer.write(() => void sql.abandon.run(users.find(sub), key, seed, until));
    },
    async release(sub, key, seed) {
      await writer.write(() => {
        const user = users.find(sub);
        if (sql.release.run(user, key, seed).changes > 0) sql.count.get(-1, user);
      });
    },
  };
}

export function responseOf(row: Row): StoredResponse {
  // Safe because only `complete` writes these columns.
  return {
    status: row["status"] as number,
    body: row["body"] as string,
    headers: JSON.parse(row["headers"] as string) as Record<string, string>,
  };
}

function prepareClaims(db: DatabaseSync) {
  const openClaim = "user = ? AND key = ? AND seed = ? AND status IS NULL";
  const oldest = "SELECT claim FROM idempotency WHERE user = ?";
  return {
    find: db.prepare("SELECT * FROM idempotency WHERE user = ? AND key = ?"),
    insert: db.prepare(
      "INSERT INTO idempotency (user, key, body_hash, seed, lease_until, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    renew: db.prepare("UPDATE idempotency SET lease_until = ? WHERE user = ? AND key = ?"),
    complete: db.prepare(`UPDATE idempotency SET status = ?, body = ?, headers = ? WHERE ${openClaim}`),
    abandon: db.prepare(`UPDATE idempotency SET lease_until = 0 WHERE ${openClaim} AND lease_until = ?`),
    release: db.prepare(`DELETE FROM idempotency WHERE ${openClaim}`),
    remove: db.prepare("DELETE FROM idempotency WHERE user = ? AND key = ?"),
    clear: db.prepare(
      `DELETE FROM idempotency WHERE claim IN (${oldest} AND expires_at <= ? ORDER BY expires_at, claim ${BOUND_LIMIT})`,
    ),
    removeOldest: db.prepare(
      `DELETE FROM idempotency WHERE claim IN (${oldest} ORDER BY expires_at, claim ${BOUND_LIMIT})`,
    ),
    count: db.prepare(
      "UPDATE users SET idempotency_keys = idempotency_keys + ? WHERE user = ? RETURNING idempotency_keys",
    ),
  };
}
