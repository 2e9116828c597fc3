import { createHmac, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { createBoundedCache } from "@knote/api";

const REMEMBERED = 10_000;

/** The names of events: they sort by their number, and a mark makes another user's an unknown one. */
export interface EventIds {
  of(user: number, seq: number): string;
  /** The number in an id of this user's; null for every other text. */
  seqIn(user: number, id: string | null): number | null;
}

/** The mark is keyed, so that it tells nothing of how many users there are. */
export function createEventIds(db: DatabaseSync): EventIds {
  const stored = db.prepare("SELECT key FROM event_key").get()?.["key"];
  // Without the key of the data, ids are known until the next start, and replay everything afterwards.
  const key = typeof stored === "string" ? stored : randomBytes(16);
  const marks = createBoundedCache<number, string>({ most: REMEMBERED });

  function markOf(user: number): string {
    const known = marks.get(user);
    if (known !== undefined) return known;
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
