import type { DatabaseSync } from "node:sqlite";
import { problemOf, type Check } from "../check.ts";
import { inBatches } from "../mending.ts";
import type { Row } from "../../stores/note-row.ts";

const COUNTED = `
  WITH live AS (SELECT user, count(*) AS notes, sum(length) AS words FROM notes WHERE deleted_at IS NULL GROUP BY user),
    moved AS (SELECT user, max(change) AS change FROM notes GROUP BY user),
    kept AS (SELECT user, count(*) AS keys FROM idempotency GROUP BY user)
  SELECT * FROM (
    SELECT u.sub AS example, u.user, u.notes AS had_notes, u.words AS had_words, u.change AS had_change, u.idempotency_keys AS had_keys,
      coalesce(live.notes, 0) AS notes, coalesce(live.words, 0) AS words,
      max(u.change, coalesce(moved.change, 0)) AS change, coalesce(kept.keys, 0) AS keys
    FROM users u LEFT JOIN live USING (user) LEFT JOIN moved USING (user) LEFT JOIN kept USING (user)
  ) WHERE had_notes <> notes OR had_words <> words OR had_change <> change OR had_keys <> keys`;

export const checkCounters: Check = {
  name: "counters",
  sound: "every user's counters of notes, words, changes and keys are right",
  find: ({ db }) => problemOf("users with wrong counters", db.prepare(COUNTED).all(), setCounters),
};

function setCounters(db: DatabaseSync, rows: readonly Row[]): void {
  const update = db.prepare("UPDATE users SET notes = ?, words = ?, change = ?, idempotency_keys = ? WHERE user = ?");
  const columns = ["notes", "words", "change", "keys", "user"];
  inBatches(db, rows, (row) => void update.run(...columns.map((column) => row[column] as number)));
}
