import type { DatabaseSync } from "node:sqlite";
import { createBoundedCache, deriveStates, nextTurn, type DerivedStates, type StateLink } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { DataVersion } from "../database/data-version.ts";
import type { Row } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";

const MOST_CACHED_USERS = 1_000;
/** Links that are read in one turn of the event loop. */
const LINKS_A_TURN = 1_000;

interface LinkStates {
  get(sub: string): Promise<DerivedStates>;
  forget(sub: string): void;
}

interface LinkStatesDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly dataVersion: DataVersion;
}

/**
 * Caches derived states per user until this process changes them or another process writes. A derivation that is
 * under way then is dropped from the cache too: only callers from before the write get its result.
 */
export function createLinkStates({ db, users, dataVersion }: LinkStatesDeps): LinkStates {
  const statesByUser = createBoundedCache<string, Promise<DerivedStates>>({ most: MOST_CACHED_USERS });
  let version = dataVersion();
  // Deleted notes are filtered after the limit, or their links would not count as read.
  const select = db.prepare(
    `SELECT l.link, l.relation, l.created_at, s.id AS source_id, t.id AS target_id, s.archived, t.archived AS target_archived,
       s.deleted_at IS NULL AND t.deleted_at IS NULL AS visible FROM links l
     CROSS JOIN notes s ON s.seq = l.source CROSS JOIN notes t ON t.seq = l.target
     WHERE l.user = ? AND l.relation IN ('supersedes', 'contradicts') AND l.link < ? ORDER BY l.link DESC ${BOUND_LIMIT}`,
  );

  async function linksOf(sub: string): Promise<StateLink[]> {
    const user = users.find(sub);
    const links: StateLink[] = [];
    for (let before = Number.MAX_SAFE_INTEGER; ; await nextTurn()) {
      const rows = select.all(user, before, LINKS_A_TURN);
      for (const row of rows) if (row["visible"] === 1) links.push(stateLink(row));
      if (rows.length < LINKS_A_TURN) return links;
      before = rows.at(-1)!["link"] as number;
    }
  }

  async function derive(sub: string): Promise<DerivedStates> {
    return await deriveStates(await linksOf(sub));
  }

  function forgetIfOthersWrote(): void {
    const current = dataVersion();
    if (current !== version) statesByUser.clear();
    version = current;
  }

  return {
    async get(sub) {
      forgetIfOthersWrote();
      const states = statesByUser.get(sub) ?? derive(sub);
      // Set again, so that the least recently used entry is dropped first.
      statesByUser.set(sub, states);
      try {
        return await states;
      } catch (error) {
        if (statesByUser.get(sub) === states) statesByUser.delete(sub);
        throw error;
      }
    },
    forget: statesByUser.delete,
  };
}

function stateLink(row: Row): StateLink {
  return {
    source_id: row["source_id"] as string,
    target_id: row["target_id"] as string,
    relation: row["relation"] as StateLink["relation"],
    created_at: row["created_at"] as string,
    sourceArchived: row["archived"] === 1,
    targetArchived: row["target_archived"] === 1,
  };
}
