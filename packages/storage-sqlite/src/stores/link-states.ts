import type { DatabaseSync } from "node:sqlite";
import {
  createBoundedCache,
  deriveStates,
  nextTurn,
  updateStates,
  type DerivedStates,
  type StateLink,
} from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { DataVersion } from "../database/data-version.ts";
import type { Row } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";

const MOST_CACHED_USERS = 1_000;
/** Links that are read in one turn of the event loop. */
const LINKS_A_TURN = 1_000;
/** Most notes whose links are read one by one after changes, and most links that they may have. */
const MOST_TOUCHED = 100;
const MOST_LINKS_OF_TOUCHED = 1_000;

interface LinkStates {
  get(sub: string): Promise<DerivedStates>;
  /** Has the states worked out again where state links of the notes `ids`, or their flags, bear on them; null: all. */
  change(sub: string, ids: readonly string[] | null): void;
}

interface LinkStatesDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly dataVersion: DataVersion;
}

interface Entry {
  readonly states: Promise<DerivedStates>;
  /** Null until they are derived. */
  outcome: DerivedStates | null;
  /** Notes that writes have touched since. */
  readonly touchedIds: Set<string>;
}

/**
 * Caches derived states per user until this process changes them or another process writes. A derivation that is
 * under way then is dropped from the cache too: only callers from before the write get its result.
 */
export function createLinkStates({ db, users, dataVersion }: LinkStatesDeps): LinkStates {
  const entries = createBoundedCache<string, Entry>({ most: MOST_CACHED_USERS });
  /** The numbers of links in the order of their creation: readers are not to see them. */
  const numbers = new WeakMap<StateLink, number>();
  const newestFirst = (one: StateLink, other: StateLink) => numbers.get(other)! - numbers.get(one)!;
  let version = dataVersion();
  const columns = `SELECT l.link, l.relation, l.created_at, s.id AS source_id, t.id AS target_id, s.archived, t.archived AS target_archived,
       s.deleted_at IS NULL AND t.deleted_at IS NULL AS visible`;
  const isOfStates = "l.relation IN ('supersedes', 'contradicts')";
  // Deleted notes are filtered after the limit, or their links would not count as read.
  const select = db.prepare(
    `${columns} FROM links l CROSS JOIN notes s ON s.seq = l.source CROSS JOIN notes t ON t.seq = l.target
     WHERE l.user = ? AND ${isOfStates} AND l.link < ? ORDER BY l.link DESC ${BOUND_LIMIT}`,
  );
  const [from, to] = ["source", "target"].map((end) =>
    db.prepare(
      `${columns} FROM json_each(?) one CROSS JOIN notes n ON n.user = ? AND n.id = one.value
       CROSS JOIN links l ON l.${end} = n.seq AND ${isOfStates}
       CROSS JOIN notes s ON s.seq = l.source CROSS JOIN notes t ON t.seq = l.target`,
    ),
  );

  async function derive(sub: string): Promise<DerivedStates> {
    const user = users.find(sub);
    const links: StateLink[] = [];
    for (let before = Number.MAX_SAFE_INTEGER; ; await nextTurn()) {
      const rows = select.all(user, before, LINKS_A_TURN);
      for (const row of rows) if (row["visible"] === 1) links.push(toLink(row));
      if (rows.length < LINKS_A_TURN) return await deriveStates(links);
      before = rows.at(-1)!["link"] as number;
    }
  }

  /** Works out again what can differ after few changes. */
  async function update(sub: string, states: DerivedStates, touchedIds: ReadonlySet<string>): Promise<DerivedStates> {
    const user = users.find(sub);
    const rows = [from!, to!].flatMap((statement) => statement.all(JSON.stringify([...touchedIds]), user));
    const links = new Map<number, StateLink>();
    for (const row of rows) if (row["visible"] === 1) links.set(row["link"] as number, toLink(row));
    return await updateStates(states, { touchedIds, links: [...links.values()], compare: newestFirst });
  }

  function toLink(row: Row): StateLink {
    const link = stateLink(row);
    numbers.set(link, row["link"] as number);
    return link;
  }

  function forgetIfOthersWrote(): void {
    const current = dataVersion();
    if (current !== version) entries.clear();
    version = current;
  }

  function begin(sub: string, earlier: Entry | undefined): Entry {
    const states = earlier?.outcome ? update(sub, earlier.outcome, earlier.touchedIds) : derive(sub);
    const entry: Entry = { states, outcome: null, touchedIds: new Set() };
    void settle(sub, entry);
    return entry;
  }

  /** Forgets states that could not be derived. */
  async function settle(sub: string, entry: Entry): Promise<void> {
    try {
      entry.outcome = await entry.states;
    } catch {
      if (entries.get(sub) === entry) entries.delete(sub);
    }
  }

  return {
    async get(sub) {
      forgetIfOthersWrote();
      const earlier = entries.get(sub);
      const entry = earlier?.touchedIds.size === 0 ? earlier : begin(sub, earlier);
      // Set again, so that the least recently used entry is dropped first.
      entries.set(sub, entry);
      return await entry.states;
    },
    change(sub, ids) {
      const entry = entries.get(sub);
      if (entry === undefined) return;
      const touchedIds = [...entry.touchedIds, ...(ids ?? [])];
      const { outcome } = entry;
      if (ids === null || outcome === null || touchedIds.length > MOST_TOUCHED) return entries.delete(sub);
      if (countLinks(outcome, touchedIds) > MOST_LINKS_OF_TOUCHED) return entries.delete(sub);
      for (const id of ids) entry.touchedIds.add(id);
    },
  };
}

function countLinks({ newerOf, olderOf, contradictionsOf }: DerivedStates, ids: readonly string[]): number {
  const lengths = ids.flatMap((id) => [newerOf, olderOf, contradictionsOf].map((links) => links.get(id)?.length ?? 0));
  return lengths.reduce((sum, length) => sum + length, 0);
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
