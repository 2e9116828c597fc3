import type { DatabaseSync } from "node:sqlite";
import { nextTurn, type LinkStore, type RestLink } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { Row } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";

/** Links that are read in one turn of the event loop. */
const LINKS_A_TURN = 1_000;

const NO_CLAIMS: ReadonlyMap<string, string> = new Map();

/** Prepares `LinkStore.restLinks`. */
export function createRestLinks(db: DatabaseSync, users: UserRows): LinkStore["restLinks"] {
  // The times are few, and stand behind the contents of notes: their index holds them alone.
  const claims = db.prepare("SELECT id, claimed_at FROM notes WHERE user = ? AND claimed_at IS NOT NULL");
  const columns = `SELECT l.link, l.relation, l.created_at, s.id AS source_id, t.id AS target_id,
       s.archived AS source_archived, t.archived AS target_archived, t.updated_at AS target_updated_at,
       s.deleted_at IS NOT NULL AS source_deleted, t.deleted_at AS target_deleted_at`;
  const isRest = "l.relation IN ('depends_on', 'derived_from')";
  const select = db.prepare(
    `${columns} FROM links l CROSS JOIN notes s ON s.seq = l.source CROSS JOIN notes t ON t.seq = l.target
     WHERE l.user = ? AND ${isRest} AND l.link < ? ORDER BY l.link DESC ${BOUND_LIMIT}`,
  );
  const [from, to] = ["source", "target"].map((end) =>
    db.prepare(
      `${columns}, t.claimed_at AS target_claimed_at
       FROM json_each(?) one CROSS JOIN notes n ON n.user = ? AND n.id = one.value
       CROSS JOIN links l ON l.${end} = n.seq AND ${isRest}
       CROSS JOIN notes s ON s.seq = l.source CROSS JOIN notes t ON t.seq = l.target`,
    ),
  );

  /** Reads the links of few notes, and of these alone their times. */
  function linksOf(user: number | null, ids: readonly string[]): RestLink[] {
    const rows = [from!, to!].flatMap((statement) => statement.all(JSON.stringify(ids), user));
    const rowsByLink = new Map(rows.map((row) => [row["link"] as number, row]));
    return [...rowsByLink.values()].map((row) => {
      const claimedAt = row["target_claimed_at"] as string | null;
      return restLink(row, claimedAt === null ? NO_CLAIMS : new Map([[row["target_id"] as string, claimedAt]]));
    });
  }

  return async (sub, ids) => {
    const user = users.find(sub);
    if (ids !== undefined) return linksOf(user, ids);
    const claimTimes = new Map(claims.all(user).map((row) => [row["id"] as string, row["claimed_at"] as string]));
    const links: RestLink[] = [];
    for (let before = Number.MAX_SAFE_INTEGER; ; await nextTurn()) {
      const rows = select.all(user, before, LINKS_A_TURN);
      for (const row of rows) links.push(restLink(row, claimTimes));
      if (rows.length < LINKS_A_TURN) return links;
      before = rows.at(-1)!["link"] as number;
    }
  };
}

function restLink(row: Row, claimTimes: ReadonlyMap<string, string>): RestLink {
  const targetDeletedAt = row["target_deleted_at"] as string | null;
  const targetArchived = row["target_archived"] === 1;
  return {
    source_id: row["source_id"] as string,
    target_id: row["target_id"] as string,
    relation: row["relation"] as RestLink["relation"],
    created_at: row["created_at"] as string,
    sourceArchived: row["source_archived"] === 1,
    targetArchived,
    sourceDeleted: row["source_deleted"] === 1,
    targetDeleted: targetDeletedAt !== null,
    targetClaimedAt: claimTimes.get(row["target_id"] as string) ?? null,
    targetSetAsideAt: targetDeletedAt ?? (targetArchived ? (row["target_updated_at"] as string) : null),
  };
}
