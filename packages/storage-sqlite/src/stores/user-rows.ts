import type { DatabaseSync } from "node:sqlite";
import { conflict, createBoundedCache, RESERVED_USER_PREFIX } from "@knote/api";

const MOST_CACHED_USERS = 10_000;

/** How a write changes a user's counters. */
export interface UserAdvance {
  /** Changes of notes, for the search worker. */
  readonly changes?: number;
  /** Live notes added, or removed if negative. */
  readonly notes?: number;
  /** Words added with these notes, as `notes.length` counts them; negative if removed. */
  readonly words?: number;
  /** Links added, or removed if negative. */
  readonly links?: number;
  /** Removed links added, or forgotten if negative. */
  readonly pastLinks?: number;
  /** Looks added, or removed if negative. */
  readonly looks?: number;
  /** Entries of stances added, or removed if negative. */
  readonly stances?: number;
  readonly events?: number;
}

/** Prefixes of `sub` of users being erased and erased users: no token can name them, and their numbers stay taken. */
export const ERASING_PREFIX = `${RESERVED_USER_PREFIX}erasing:`;
export const ERASED_PREFIX = `${RESERVED_USER_PREFIX}erased:`;

/** Users by number, which every other table refers to. */
export interface UserRows {
  /** Returns null for a user who never wrote anything. */
  find(sub: string): number | null;
  /** Returns a text that changes with every write of the user's notes, whichever process writes. */
  changeOf(sub: string): string;
  /** Finds or creates the user. Throws CONFLICT after an erasure until `ensureEvenErased`. Call it within a write. */
  ensure(sub: string): number;
  /** Finds or creates the user, even after an erasure. Call it within a write. */
  ensureEvenErased(sub: string): number;
  /** Renames the user's row, if any, and makes `ensure` refuse the user. Call it within a write. */
  erase(sub: string, user: number | null): void;
  /** Lets `ensure` create the user again, when the write of `erase` failed. */
  undoErase(sub: string): void;
  /** Advances the user's counters and returns their new values. Call it within a write. */
  advance(user: number, by: UserAdvance): { readonly change: number; readonly eventSeq: number };
}

export function createUserRows(db: DatabaseSync): UserRows {
  const userNumbers = createBoundedCache<string, number>({ most: MOST_CACHED_USERS });
  const erasedSubs = new Set<string>();
  const select = db.prepare("SELECT user FROM users WHERE sub = ?");
  const insert = db.prepare("INSERT INTO users (sub) VALUES (?) RETURNING user");
  const rename = db.prepare("UPDATE users SET sub = ? WHERE user = ?");
  // Two statements take half the time of one with RETURNING.
  const update = db.prepare(
    "UPDATE users SET change = change + ?, notes = notes + ?, words = words + ?, links = links + ?, past_links = past_links + ?, looks = looks + ?, stances = stances + ?, event_seq = event_seq + ? WHERE user = ?",
  );
  const counters = db.prepare("SELECT change, event_seq FROM users WHERE user = ?");

  function find(sub: string): number | null {
    const cachedUser = userNumbers.get(sub);
    if (cachedUser !== undefined) return cachedUser;
    const row = select.get(sub);
    if (row === undefined) return null;
    const user = row["user"] as number;
    // Within a write the user's row can still be rolled back.
    if (!db.isTransaction) userNumbers.set(sub, user);
    return user;
  }

  const findOrInsert = (sub: string) => find(sub) ?? (insert.get(sub)!["user"] as number);

  return {
    find,
    changeOf(sub) {
      const user = find(sub);
      const row = user === null ? undefined : counters.get(user);
      return row === undefined ? "" : `${user} ${String(row["change"])}`;
    },
    ensure(sub) {
      if (erasedSubs.has(sub)) throw conflict("The account was erased.");
      return findOrInsert(sub);
    },
    ensureEvenErased(sub) {
      erasedSubs.delete(sub);
      return findOrInsert(sub);
    },
    erase(sub, user) {
      if (user !== null) rename.run(`${ERASING_PREFIX}${user}`, user);
      userNumbers.delete(sub);
      erasedSubs.add(sub);
    },
    undoErase: (sub) => void erasedSubs.delete(sub),
    advance(user, { changes = 0, notes = 0, words = 0, links = 0, pastLinks = 0, looks = 0, stances = 0, events = 0 }) {
      update.run(changes, notes, words, links, pastLinks, looks, stances, events, user);
      const row = counters.get(user)!;
      return { change: row["change"] as number, eventSeq: row["event_seq"] as number };
    },
  };
}
