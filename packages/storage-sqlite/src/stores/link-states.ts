import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
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
import type { UserRows } from "./user-rows.ts";

const MOST_CACHED_USERS = 1_000;
/** Links that are read in one turn of the event loop. */
const LINKS_A_TURN = 1_000;
/** Most notes whose links are read one by one after changes, and most links that they may have. */
const MOST_TOUCHED = 100;
const MOST_LINKS_OF_TOUCHED = 1_000;

type Row = [
  link: number,
  sourceId: string,
  targetId: string,
  relation: StateLink["relation"],
  createdAt: string,
  sourceArchived: number,
  targetArchived: number,
  isVisible: number,
];

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
  const columns = `SELECT l.link, s.id, t.id, l.relation, l.created_at, s.archived, t.archived,
       s.deleted_at IS NULL AND t.deleted_at IS NULL`;
  const isOfStates = "l.relation IN ('supersedes', 'contradicts')";
  // Deleted notes are filtered after the limit, or their links would not count as read.
  const select = db.prepare(
    `${columns} FROM links l CROSS JOIN notes s ON s.seq = l.source CROSS JOIN notes t ON t.seq = l.target
     WHERE l.user = ? AND ${isOfStates} AND l.link < ? ORDER BY l.link DESC ${BOUND_LIMIT}`,
    { returnArrays: true },
  );
  const [from, to] = ["source", "target"].map((end) =>
    db.prepare(
      `${columns} FROM json_each(?) one CROSS JOIN notes n ON n.user = ? AND n.id = one.value
       CROSS JOIN links l ON l.${end} = n.seq AND ${isOfStates}
       CROSS JOIN notes s ON s.seq = l.source CROSS JOIN notes t ON t.seq = l.target`,
      { returnArrays: true },
    ),
  );

  async function derive(sub: string): Promise<DerivedStates> {
    const user = users.find(sub);
    const links: StateLink[] = [];
    for (let before = Number.MAX_SAFE_INTEGER; ; await nextTurn()) {
      const rows = rowsOf(select, user, before, LINKS_A_TURN);
      for (const row of rows) if (isVisible(row)) links.push(toLink(row));
      if (rows.length < LINKS_A_TURN) return await deriveStates(links);
      before = rows.at(-1)![0];
    }
  }

  /** Works out again what can differ after few changes. */
  async function update(sub: string, states: DerivedStates, touchedIds: ReadonlySet<string>): Promise<DerivedStates> {
    const user = users.find(sub);
    const rows = [from!, to!].flatMap((statement) => rowsOf(statement, JSON.stringify([...touchedIds]), user));
    const links = new Map<number, StateLink>();
    for (const row of rows) if (isVisible(row)) links.set(row[0], toLink(row));
    return await updateStates(states, { touchedIds, links: [...links.values()], compare: newestFirst });
  }

  function toLink(row: Row): StateLink {
    const link = stateLink(row);
    numbers.set(link, row[0]);
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

function rowsOf(statement: StatementSync, ...values: SQLInputValue[]): Row[] {
  // Safe because the columns are those of the type.
  return statement.all(...values) as unknown as Row[];
}

function isVisible(row: Row): boolean {
  return row[7] === 1;
}

function stateLink([, source_id, target_id, relation, created_at, sourceArchived, targetArchived]: Row): StateLink {
  return {
    source_id,
    target_id,
    relation,
    created_at,
    sourceArchived: sourceArchived === 1,
    targetArchived: targetArchived === 1,
  };
}
