import type { DatabaseSync } from "node:sqlite";
import { nextTurn, type LinkStore, type RestLink } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { UserRows } from "./user-rows.ts";

/** Links that are read in one turn of the event loop. */
const LINKS_A_TURN = 1_000;

/** What a link tells of one of its ends. */
interface End {
  readonly id: string;
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
  /** When it was deleted or, about, archived. */
  readonly setAsideAt: string | null;
  readonly claimedAt: string | null;
}

type LinkRow = [link: number, source: number, target: number, relation: RestLink["relation"], createdAt: string];
type NoteRow = [seq: number, id: string, archived: number, updatedAt: string, deletedAt: string | null];

/** Prepares `LinkStore.restLinks`. */
export function createRestLinks(db: DatabaseSync, users: UserRows): LinkStore["restLinks"] {
  // The times are few, and stand behind the contents of notes: their index holds them alone.
  const claims = db.prepare("SELECT id, claimed_at FROM notes WHERE user = ? AND claimed_at IS NOT NULL");
  const isRest = "l.relation IN ('depends_on', 'derived_from')";
  const columns = "l.link, l.source, l.target, l.relation, l.created_at";
  const page = db.prepare(
    `SELECT ${columns} FROM links l WHERE l.user = ? AND ${isRest} AND l.link < ? ORDER BY l.link DESC ${BOUND_LIMIT}`,
    { returnArrays: true },
  );
  const [from, to] = ["source", "target"].map((end) =>
    db.prepare(
      `SELECT ${columns} FROM json_each(?) one CROSS JOIN notes n ON n.user = ? AND n.id = one.value
       CROSS JOIN links l ON l.${end} = n.seq AND ${isRest}`,
      { returnArrays: true },
    ),
  );
  const notes = db.prepare(
    `SELECT n.seq, n.id, n.archived, n.updated_at, n.deleted_at FROM json_each(?) one
     CROSS JOIN notes n ON n.seq = one.value`,
    { returnArrays: true },
  );
  const claimOf = db.prepare("SELECT claimed_at FROM notes WHERE seq = ?");

  /** Reads those ends of links that `ends` does not have yet: notes have several links, and their rows are long. */
  function readEnds(rows: readonly LinkRow[], ends: Map<number, End>, claimTimes: ReadonlyMap<string, string> | null) {
    const seqs = new Set<number>();
    for (const [, source, target] of rows) for (const seq of [source, target]) if (!ends.has(seq)) seqs.add(seq);
    // Safe because the columns are those of the type.
    for (const [seq, id, archivedFlag, updatedAt, deletedAt] of notes.all(
      JSON.stringify([...seqs]),
    ) as unknown as NoteRow[]) {
      const isArchived = archivedFlag === 1;
      const claimedAt = claimTimes
        ? claimTimes.get(id)
        : (claimOf.get(seq)?.["claimed_at"] as string | null | undefined);
      const setAsideAt = deletedAt ?? (isArchived ? updatedAt : null);
      ends.set(seq, { id, isArchived, isDeleted: deletedAt !== null, setAsideAt, claimedAt: claimedAt ?? null });
    }
  }

  /** Reads the links of few notes, and of these alone their times. */
  function linksOf(user: number | null, ids: readonly string[]): RestLink[] {
    const rows = [from!, to!].flatMap((one) => one.all(JSON.stringify(ids), user) as unknown as LinkRow[]);
    const ends = new Map<number, End>();
    readEnds(rows, ends, null);
    return [...new Map(rows.map((row) => [row[0], row])).values()].map((row) => restLink(row, ends));
  }

  return async (sub, ids) => {
    const user = users.find(sub);
    if (ids !== undefined) return linksOf(user, ids);
    const claimTimes = new Map(claims.all(user).map((row) => [row["id"] as string, row["claimed_at"] as string]));
    const links: RestLink[] = [];
    const ends = new Map<number, End>();
    for (let before = Number.MAX_SAFE_INTEGER; ; await nextTurn()) {
      const rows = page.all(user, before, LINKS_A_TURN) as unknown as LinkRow[];
      readEnds(rows, ends, claimTimes);
      for (const row of rows) links.push(restLink(row, ends));
      if (rows.length < LINKS_A_TURN) return links;
      before = rows.at(-1)![0];
    }
  };
}

function restLink([, source, target, relation, createdAt]: LinkRow, ends: ReadonlyMap<number, End>): RestLink {
  // Safe because a link goes with its ends.
  const [from, to] = [ends.get(source)!, ends.get(target)!];
  return {
    source_id: from.id,
    target_id: to.id,
    relation,
    created_at: createdAt,
    sourceArchived: from.isArchived,
    targetArchived: to.isArchived,
    sourceDeleted: from.isDeleted,
    targetDeleted: to.isDeleted,
    targetClaimedAt: to.claimedAt,
    targetSetAsideAt: to.setAsideAt,
  };
}
