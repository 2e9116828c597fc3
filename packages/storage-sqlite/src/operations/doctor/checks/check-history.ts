import type { DatabaseSync } from "node:sqlite";
import { RELATIONS } from "@knote/contract";
import { titleKey } from "@knote/api";
import { problemOf, type Check } from "../check.ts";
import { inBatches } from "../in-batches.ts";
import { quoteList } from "../quote-list.ts";
import type { Row } from "../../../stores/note-row.ts";

export const checkHistory: Check = {
  name: "history",
  sound: "removed links join two notes of their owner, and every claim was worded while its note existed",
  find: ({ db }) => [
    ...problemOf("removed links that cannot have existed", wrongPastLinks(db)),
    ...problemOf("notes whose claim was worded at an impossible time", wrongClaims(db), setClaimTimes),
    ...problemOf(
      "no time since when history is kept",
      db.prepare("SELECT 'history' AS example WHERE (SELECT count(julianday(since)) FROM history) <> 1").all(),
    ),
  ],
};

function wrongPastLinks(db: DatabaseSync): Row[] {
  return db
    .prepare(
      `SELECT p.relation || ' ' || coalesce(s.id, p.source) || ' ' || coalesce(t.id, p.target) AS example
       FROM past_links p LEFT JOIN notes s ON s.seq = p.source LEFT JOIN notes t ON t.seq = p.target
       WHERE s.seq IS NULL OR t.seq IS NULL OR s.user <> p.user OR t.user <> p.user OR p.source = p.target
         OR p.relation NOT IN (${quoteList(RELATIONS)}) OR p.removed_at < p.created_at
         OR julianday(p.created_at) IS NULL OR julianday(p.removed_at) IS NULL`,
    )
    .all();
}

function wrongClaims(db: DatabaseSync): Row[] {
  return db
    .prepare(
      `SELECT seq, id AS example FROM notes WHERE claimed_at IS NOT NULL
       AND (julianday(claimed_at) IS NULL OR claimed_at NOT BETWEEN created_at AND updated_at)`,
    )
    .all();
}

/** Works the time out from the revisions: the first of the last ones whose titles make the same claim. */
function setClaimTimes(db: DatabaseSync, rows: readonly Row[]): void {
  const versions = db.prepare(
    `SELECT revision, title, updated_at FROM revisions WHERE seq = ?1
     UNION ALL SELECT revision, title, updated_at FROM notes WHERE seq = ?1 ORDER BY revision DESC`,
  );
  const update = db.prepare("UPDATE notes SET claimed_at = ? WHERE seq = ?");
  inBatches(db, rows, (row) => {
    const seq = row["seq"] as number;
    const [present, ...earlier] = versions.all(seq) as Row[];
    const claimKey = titleKey(present!["title"] as string);
    const changeAt = earlier.findIndex((version) => titleKey(version["title"] as string) !== claimKey);
    const first = changeAt === -1 ? null : ([present!, ...earlier][changeAt]!["updated_at"] as string);
    update.run(first, seq);
  });
}
