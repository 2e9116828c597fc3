import type { DatabaseSync } from "node:sqlite";

const REMEMBERED = 10_000;

/** What a write changes of a user's counters. */
export interface UserAdvance {
  /** Changes of notes, for the search worker. */
  readonly changes?: number;
  /** Live notes that came, or went if negative. */
  readonly notes?: number;
  /** Their length, in words that count. */
  readonly words?: number;
  readonly events?: number;
}

/** Users by number: what every other table calls them. */
export interface UserRows {
  /** Null for a user who never wrote anything. */
  find(sub: string): number | null;
  /** Finds or makes the user; within a write. */
  ensure(sub: string): number;
  /** Moves the user's counters and answers where they stand now; within a write. */
  advance(user: number, by: UserAdvance): { readonly change: number; readonly eventSeq: number };
}

export function createUserRows(db: DatabaseSync): UserRows {
  const known = new Map<string, number>();
  const select = db.prepare("SELECT user FROM users WHERE sub = ?");
  const insert = db.prepare("INSERT INTO users (sub) VALUES (?) RETURNING user");
  // Two statements take half the time of one that returns what it changed.
  const update = db.prepare(
    "UPDATE users SET change = change + ?, notes = notes + ?, words = words + ?, event_seq = event_seq + ? WHERE user = ?",
  );
  const counters = db.prepare("SELECT change, event_seq FROM users WHERE user = ?");

  function find(sub: string): number | null {
    const remembered = known.get(sub);
    if (remembered !== undefined) return remembered;
    const row = select.get(sub);
    if (row === undefined) return null;
    const user = row["user"] as number;
    // Within a write the user may still be undone.
    if (!db.isTransaction) {
      if (known.size >= REMEMBERED) known.clear();
      known.set(sub, user);
    }
    return user;
  }

  return {
    find,
    ensure: (sub) => find(sub) ?? (insert.get(sub)!["user"] as number),
    advance(user, { changes = 0, notes = 0, words = 0, events = 0 }) {
      update.run(changes, notes, words, events, user);
      const row = counters.get(user)!;
      return { change: row["change"] as number, eventSeq: row["event_seq"] as number };
    },
  };
}
