import type { DatabaseSync } from "node:sqlite";
import type { DataTransfer } from "@knote/api";
import { inTransaction } from "../database/in-transaction.ts";
import { prepareEnds } from "../stores/link-ends.ts";
import { prepareLinkRemoval } from "../stores/link-rows.ts";
import { lookOf } from "../stores/look-store.ts";
import { pastLinkOf } from "../stores/past-links.ts";
import { pages } from "./pages.ts";

/** Transfers what has passed: removed links, since when they are kept, and looks. */
export function createHistoryRecords(
  db: DatabaseSync,
): Pick<DataTransfer, "pastLinks" | "looks" | "putPastLinks" | "putHistorySince"> {
  const endsOf = prepareEnds(db, { live: false });
  const removal = prepareLinkRemoval(db);
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
    async putPastLinks(userId, links) {
      const user = (sql.user.get(userId)?.["user"] ?? null) as number | null;
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
    insert: db.prepare(
      "INSERT INTO past_links (user, relation, source, target, created_at, removed_at) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    count: db.prepare("UPDATE users SET past_links = past_links + ? WHERE user = ?"),
    setSince: db.prepare("UPDATE history SET since = ?"),
  };
}
