import type { DatabaseSync } from "node:sqlite";
import { ActivityEvent, LIMITS } from "@knote/contract";
import { problemOf, type Check } from "../check.ts";
import { inBatches } from "../in-batches.ts";
import type { Row } from "../../../stores/note-row.ts";

const BY_USER = `
  SELECT u.sub AS example, e.* FROM (
    SELECT e.user, min(seq) AS first, max(seq) AS last, count(*) AS count, event_seq FROM events e JOIN users USING (user) GROUP BY e.user
  ) e JOIN users u USING (user)`;

export const checkEvents: Check = {
  name: "events",
  sound: `every user's last events are there without gaps, at most ${LIMITS.replayEvents.toLocaleString("en")}`,
  find({ db }) {
    const where = (condition: string) => db.prepare(`${BY_USER} WHERE ${condition}`).all();
    return [
      ...problemOf("users whose oldest events are missing", withoutOldest(db)),
      ...problemOf("users with gaps between their events", where("count <> last - first + 1")),
      ...problemOf("users whose newest events are missing", where("last < e.event_seq")),
      ...problemOf("users whose event counter is behind", where("last > e.event_seq"), setCounter),
      ...problemOf("users with too many events", where(`count > ${LIMITS.replayEvents}`)),
      ...problemOf("events that cannot be read", unreadable(db)),
    ];
  },
};

/** The oldest events are deleted when there are too many or when they expire. */
function withoutOldest(db: DatabaseSync): Row[] {
  return db
    .prepare(
      `SELECT sub AS example FROM users u WHERE max(event_floor, event_seq - ${LIMITS.replayEvents}) <
         coalesce((SELECT min(seq) - 1 FROM events e WHERE e.user = u.user), event_seq)`,
    )
    .all();
}

function setCounter(db: DatabaseSync, rows: readonly Row[]): void {
  const update = db.prepare("UPDATE users SET event_seq = ? WHERE user = ?");
  inBatches(db, rows, (row) => void update.run(row["last"] as number, row["user"] as number));
}

function unreadable(db: DatabaseSync): Row[] {
  const rows: Row[] = [];
  for (const row of db.prepare("SELECT user, seq, data FROM events").iterate())
    if (!isEvent(row["data"] as string))
      rows.push({ example: `${row["seq"] as number} of user ${row["user"] as number}` });
  return rows;
}

function isEvent(data: string): boolean {
  try {
    return ActivityEvent.safeParse(JSON.parse(data)).success;
  } catch {
    return false;
  }
}
