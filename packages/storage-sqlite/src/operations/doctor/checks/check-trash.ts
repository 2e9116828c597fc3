import { LIMITS } from "@knote/contract";
import { problemOf, type Check } from "../check.ts";

const HOUR_MS = 3_600_000;
/** The server purges once an hour. */
const GRACE_MS = 2 * HOUR_MS;

export const checkTrash: Check = {
  name: "trash",
  sound: `a running server purges notes ${LIMITS.trashDays} days after they were deleted`,
  find({ db, now, isServed }) {
    // Notes that expire while no server runs are purged when one starts.
    if (!isServed) return [];
    const before = new Date(now - LIMITS.trashDays * 24 * HOUR_MS - GRACE_MS).toISOString();
    return problemOf(
      "deleted notes past their time",
      db.prepare("SELECT id AS example FROM notes WHERE deleted_at < ?").all(before),
    );
  },
};
