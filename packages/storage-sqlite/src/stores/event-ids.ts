import { createHmac, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { createBoundedCache } from "@knote/api";

const MOST_CACHED_MARKS = 10_000;

/** Ids of events: the event's number and a mark per user, so that another user's ids are unknown. */
export interface EventIds {
  of(user: number, seq: number): string;
  /** Returns the number in an id of this user, null for any other text. */
  seqIn(user: number, id: string | null): number | null;
}

/** Derives marks with a key, so that they do not reveal how many users there are. */
export function createEventIds(db: DatabaseSync): EventIds {
  const storedKey = db.prepare("SELECT key FROM event_key").get()?.["key"];
  // Without a stored key, ids are valid until the next start; afterwards they replay everything.
  const key = typeof storedKey === "string" ? storedKey : randomBytes(16);
  const marks = createBoundedCache<number, string>({ most: MOST_CACHED_MARKS });

  function markOf(user: number): string {
    const cachedMark = marks.get(user);
    if (cachedMark !== undefined) return cachedMark;
    const mark = createHmac("sha256", key).update(String(user)).digest("hex").slice(0, 8);
    marks.set(user, mark);
    return mark;
  }

  const of = (user: number, seq: number) => `${seq}-${markOf(user)}`;
  return {
    of,
    seqIn(user, id) {
      const seq = id === null ? Number.NaN : Number.parseInt(id, 10);
      return id === of(user, seq) ? seq : null;
    },
  };
}
