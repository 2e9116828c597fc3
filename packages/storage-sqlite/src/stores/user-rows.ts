import type { DatabaseSync } from "node:sqlite";
import { conflict, createBoundedCache, RESERVED_USER_PREFIX } from "@knote/api";

const REMEMBERED = 10_000;

/** What a write changes of a user's counters. */
export interface UserAdvance {
  /** Changes of notes, for the search worker. */
  readonly changes?: number;
  /** Live notes that came, or went if negative. */
  readonly notes?: number;
  /** Their length, in words that count. */
  readonly words?: number;
  /** Links that came, or went if negative. */
  readonly links?: number;
  readonly events?: number;
}

/** Rows of users who are being erased, and who were: no token can name them, and no number is used twice. */
export const ERASING = `${RESERVED_USER_PREFIX}erasing:`;
export const ERASED = `${RESERVED_USER_PREFIX}erased:`;

/** Users by number: what every other table calls them. */
export interface UserRows {
  /** Null for a user who never wrote anything. */
  find(sub: string): number | null;
  /** Finds or makes the user; within a write. CONFLICT when the user was erased and not made again since. */
  ensure(sub: string): number;
  /** Finds or makes the user, also after an erasure; within a write. */
  welcome(sub: string): number;
  /** Takes the name off the user's row, if any, and keeps what is under way from making the user; within a write. */
  erase(sub: string, user: number | null): void;
  /** Undoes what `erase` keeps in memory, when its write failed. */
  keep(sub: string): void;
  /** Moves the user's counters and answers where they stand now; within a write. */
  advance(user: number, by: UserAdvance): { readonly change: number; readonly eventSeq: number };
}

export function createUserRows(db: DatabaseSync): UserRows {
  const known = createBoundedCache<string, number>({ most: REMEMBERED });
  const erased = new Set<string>();
  const select = db.prepare("SELECT user FROM users WHERE sub = ?");
  const insert = db.prepare("INSERT INTO users (sub) VALUES (?) RETURNING user");
  const rename = db.prepare("UPDATE users SET sub = ? WHERE user = ?");
  // Two statements take half the time of one that returns what it changed.
  const update = db.prepare(
    "UPDATE users SET change = change + ?, notes = notes + ?, words = words + ?, links = links + ?, event_seq = event_seq + ? WHERE user = ?",
  );
  const counters = db.prepare("SELECT change, event_seq FROM users WHERE user = ?");

  function find(sub: string): number | null {
    const remembered = known.get(sub);
    if (remembered !== undefined) return remembered;
    const row = select.get(sub);
    if (row === undefined) return null;
    const user = row["user"] as number;
    // Within a write the user may still be undone.
    if (!db.isTransaction) known.set(sub, user);
    return user;
  }

  const welcome = (sub: string) => find(sub) ?? (insert.get(sub)!["user"] as number);

  return {
    find,
    ensure(sub) {
      if (erased.has(sub)) throw conflict("The account was erased.");
      return welcome(sub);
    },
    welcome(sub) {
      erased.delete(sub);
      return welcome(sub);
    },
    erase(sub, user) {
      if (user !== null) rename.run(`${ERASING}${user}`, user);
      known.delete(sub);
      erased.add(sub);
    },
    keep: (sub) => void erased.delete(sub),
    advance(user, { changes = 0, notes = 0, words = 0, links = 0, events = 0 }) {
      update.run(changes, notes, words, links, events, user);
      const row = counters.get(user)!;
      return { change: row["change"] as number, eventSeq: row["event_seq"] as number };
    },
  };
}
