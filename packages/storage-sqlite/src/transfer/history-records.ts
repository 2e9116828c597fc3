import type { DatabaseSync } from "node:sqlite";
import type { DataTransfer } from "@knote/api";
import { inTransaction } from "../database/in-transaction.ts";
import { prepareEnds } from "../stores/link-ends.ts";
import { prepareLinkRemoval } from "../stores/link-rows.ts";
import { lookOf } from "../stores/look-store.ts";
import { prepareOperationRows } from "../stores/operation-rows.ts";
import { pastLinkOf } from "../stores/past-links.ts";
import { pages } from "./pages.ts";

/** Transfers what has passed: removed links, since when they are kept, looks, merges and splits. */
export function createHistoryRecords(
  db: DatabaseSync,
): Pick<DataTransfer, "pastLinks" | "looks" | "operations" | "putPastLinks" | "putOperations" | "putHistorySince"> {
  const endsOf = prepareEnds(db, { live: false });
  const removal = prepareLinkRemoval(db);
  const operationRows = prepareOperationRows(db);
  const userOf = (userId: string) => (sql.user.get(userId)?.["user"] ?? null) as number | null;
  const sql = prepareHistory(db);
  return {
    pastLinks: (userId) =>
      pages(
        (past) => sql.list.all(userId, past),
        0,
        (row) => row["past"] as number,
        pastLinkOf,
      ),
    looks: (userId) =>
      pages(
        (after) => sql.looks.all(userId, after),
        "",
        (row) => row["key"] as string,
        lookOf,
      ),
    operations: (userId) =>
      pages(
        (after) => sql.operations.all(userId, after),
        0,
        (row) => row["operation"] as number,
        (row) => ({ ...operationRows.outline(row), plan: row["plan"] as string }),
      ),
    async putOperations(userId, operations) {
      const user = userOf(userId);
      inTransaction(db, () => {
        for (const operation of operations) {
          if (user === null || !operationRows.hasNotes(user, operation)) continue;
          sql.removeOperation.run(user, operation.id);
          operationRows.insert(user, operation);
        }
      });
    },
    async putPastLinks(userId, links) {
      const user = userOf(userId);
      inTransaction(db, () => {
        for (const link of links) {
          const ends = endsOf(user, link);
          if (ends === null) continue;
          const { relation, created_at, removed_at } = link;
          const change = removal.forgetRemoval(ends, link);
          sql.insert.run(user, relation, ends.source, ends.target, created_at, removed_at);
          sql.count.run(1 + change, user);
        }
      });
    },
    async putHistorySince(since) {
      sql.setSince.run(since);
    },
  };
}

function prepareHistory(db: DatabaseSync) {
  return {
    user: db.prepare("SELECT user FROM users WHERE sub = ?"),
    list: db.prepare(
      `SELECT p.past, s.id AS source_id, t.id AS target_id, p.relation, p.created_at, p.removed_at
       FROM past_links p JOIN notes s ON s.seq = p.source JOIN notes t ON t.seq = p.target
       WHERE p.user = (SELECT user FROM users WHERE sub = ?) AND p.past > ? ORDER BY p.past LIMIT 1000`,
    ),
    looks: db.prepare(
      "SELECT l.* FROM looks l JOIN users u USING (user) WHERE u.sub = ? AND key > ? ORDER BY key LIMIT 500",
    ),
    operations: db.prepare(
      "SELECT o.* FROM operations o JOIN users u USING (user) WHERE u.sub = ? AND operation > ? ORDER BY operation LIMIT 100",
    ),
    removeOperation: db.prepare("DELETE FROM operations WHERE user = ? AND id = ?"),
    insert: db.prepare(
      "INSERT INTO past_links (user, relation, source, target, created_at, removed_at) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    count: db.prepare("UPDATE users SET past_links = past_links + ? WHERE user = ?"),
    setSince: db.prepare("UPDATE history SET since = ?"),
  };
}
