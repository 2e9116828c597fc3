import type { DatabaseSync } from "node:sqlite";
import { LIMITS } from "@knote/contract";
import { problemOf, type Check } from "../check.ts";
import { inBatches } from "../in-batches.ts";
import type { Row } from "../../../stores/note-row.ts";

const HOUR_MS = 3_600_000;
/** No request holds a key for longer; a clock that was wrong is corrected by then. */
const LONGEST_LEASE_MS = HOUR_MS;

export const checkIdempotency: Check = {
  name: "idempotency",
  sound: "every stored response is complete, and no request holds its key forever",
  find({ db, now }) {
    const where = (condition: string, ...values: number[]) =>
      db.prepare(`SELECT claim, 'key ' || claim AS example FROM idempotency WHERE ${condition}`).all(...values);
    const half = `(status IS NULL) <> (body IS NULL) OR (status IS NULL) <> (headers IS NULL)
      OR (headers IS NOT NULL AND NOT json_valid(headers))`;
    return [
      ...problemOf("keys with an incomplete response", where(half), openAgain),
      ...problemOf(
        "keys that are held for too long",
        where("(status IS NULL AND lease_until > ?)", now + LONGEST_LEASE_MS),
        openAgain,
      ),
      ...problemOf(
        "keys that are kept for too long",
        where("expires_at > ?", now + (LIMITS.idempotencyHours + 1) * HOUR_MS),
      ),
      ...problemOf("users with too many keys", tooMany(db)),
    ];
  },
};

function tooMany(db: DatabaseSync): Row[] {
  return db
    .prepare(
      `SELECT sub AS example FROM idempotency JOIN users USING (user) GROUP BY user HAVING count(*) > ${LIMITS.idempotencyKeys}`,
    )
    .all();
}

/** Leaves the key as a crash would: the request runs again under the same id and creates no second note. */
function openAgain(db: DatabaseSync, rows: readonly Row[]): void {
  const update = db.prepare(
    "UPDATE idempotency SET status = NULL, body = NULL, headers = NULL, lease_until = 0 WHERE claim = ?",
  );
  inBatches(db, rows, (row) => void update.run(row["claim"] as number));
}
