import type { DatabaseSync } from "node:sqlite";
import { isSelectedPast, nextTurn, type LinkStore, type PastLink } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import { linkOf } from "./link-reads.ts";
import type { Row } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";

/** Links that are read in one turn of the event loop. */
const LINKS_A_TURN = 1_000;

/** Prepares `LinkStore.past`. */
export function createPastLinks(db: DatabaseSync, users: UserRows): LinkStore["past"] {
  const columns = "p.past, s.id AS source_id, t.id AS target_id, p.relation, p.created_at, p.removed_at";
  const ends = "CROSS JOIN notes s ON s.seq = p.source CROSS JOIN notes t ON t.seq = p.target";
  // Deleted notes are filtered after the limit, or their links would not count as read.
  const visible = "s.deleted_at IS NULL AND t.deleted_at IS NULL AS visible";
  const byRemoval = db.prepare(
    `SELECT ${columns}, ${visible} FROM past_links p ${ends}
     WHERE p.user = ? AND (p.removed_at, p.past) > (?, ?) ORDER BY p.removed_at, p.past ${BOUND_LIMIT}`,
  );
  const byEnd = (end: "source" | "target") =>
    db.prepare(
      `SELECT ${columns}, ${visible} FROM notes n CROSS JOIN past_links p ON p.${end} = n.seq ${ends}
       WHERE n.user = ? AND n.id = ?`,
    );
  const [fromNote, toNote] = [byEnd("source"), byEnd("target")];

  async function* pagesAfter(user: number | null, removedAfter: string): AsyncGenerator<Row[]> {
    let place: readonly [string, number] = [removedAfter, Number.MAX_SAFE_INTEGER];
    for (;;) {
      const rows = byRemoval.all(user, ...place, LINKS_A_TURN);
      yield rows;
      if (rows.length < LINKS_A_TURN) return;
      const last = rows.at(-1)!;
      place = [last["removed_at"] as string, last["past"] as number];
      await nextTurn();
    }
  }

  async function* pagesTouching(user: number | null, noteIds: readonly string[]): AsyncGenerator<Row[]> {
    for (const id of new Set(noteIds)) {
      yield [...fromNote.all(user, id), ...toNote.all(user, id)];
      await nextTurn();
    }
  }

  return async (sub, selection) => {
    const user = users.find(sub);
    const { touching, removedAfter = "" } = selection;
    const pages = touching === undefined ? pagesAfter(user, removedAfter) : pagesTouching(user, touching);
    const links = new Map<number, PastLink>();
    for await (const rows of pages) {
      for (const row of rows) {
        const link = pastLinkOf(row);
        if (row["visible"] === 1 && isSelectedPast(link, selection)) links.set(row["past"] as number, link);
      }
    }
    return [...links.values()];
  };
}

export function pastLinkOf(row: Row): PastLink {
  return { ...linkOf(row), removed_at: row["removed_at"] as string };
}
