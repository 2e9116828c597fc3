import type { DatabaseSync } from "node:sqlite";
import { lossOf, problemOf, type Check } from "../check.ts";
import { inBatches } from "../in-batches.ts";
import type { Row } from "../../../stores/note-row.ts";

const COUNTERS_QUERY = `
  WITH live AS (SELECT user, count(*) AS notes, sum(length) AS words FROM notes WHERE deleted_at IS NULL GROUP BY user),
    moved AS (SELECT user, max(change) AS change FROM notes GROUP BY user),
    passed AS (SELECT user, count(*) AS past_links FROM past_links GROUP BY user),
    looked AS (SELECT user, count(*) AS looks FROM looks GROUP BY user),
    thought AS (SELECT user, count(*) AS stances FROM stances GROUP BY user),
    linked AS (SELECT user, count(*) AS links FROM links GROUP BY user),
    kept AS (SELECT user, count(*) AS keys FROM idempotency GROUP BY user)
  SELECT * FROM (
    SELECT u.sub AS example, u.user, u.notes AS had_notes, u.words AS had_words, u.links AS had_links, u.past_links AS had_past_links, u.looks AS had_looks, u.stances AS had_stances,
      u.change AS had_change, u.idempotency_keys AS had_keys,
      coalesce(live.notes, 0) AS notes, coalesce(live.words, 0) AS words, coalesce(linked.links, 0) AS links, coalesce(passed.past_links, 0) AS past_links, coalesce(looked.looks, 0) AS looks, coalesce(thought.stances, 0) AS stances,
      max(u.change, coalesce(moved.change, 0)) AS change, coalesce(kept.keys, 0) AS keys
    FROM users u LEFT JOIN live USING (user) LEFT JOIN linked USING (user) LEFT JOIN passed USING (user) LEFT JOIN looked USING (user) LEFT JOIN thought USING (user) LEFT JOIN moved USING (user)
      LEFT JOIN kept USING (user)
  )`;

/** Fewer keys than counted are no loss: keys live for a day only, and senders repeat their requests. */
const BEHIND =
  "had_notes < notes OR had_links < links OR had_past_links < past_links OR had_looks < looks OR had_stances < stances OR had_words <> words OR had_change <> change OR had_keys <> keys";

/** A counter changes in the same write as the rows it counts, so fewer rows than counted means a loss. */
export const checkCounters: Check = {
  name: "counters",
  sound: "every user's counters of notes, words, links, removed links, looks, stances, changes and keys are right",
  find({ db }) {
    const where = (condition: string) => db.prepare(`${COUNTERS_QUERY} WHERE ${condition}`).all();
    return [
      ...problemOf("users with wrong counters", where(BEHIND), setCounters),
      ...lossOf("users with fewer notes than were counted", where("had_notes > notes"), setCounters),
      ...lossOf("users with fewer links than were counted", where("had_links > links"), setCounters),
      ...lossOf("users with fewer removed links than were counted", where("had_past_links > past_links"), setCounters),
      ...lossOf("users with fewer looks than were counted", where("had_looks > looks"), setCounters),
      ...lossOf("users with fewer stances than were counted", where("had_stances > stances"), setCounters),
    ];
  },
};

function setCounters(db: DatabaseSync, rows: readonly Row[]): void {
  const update = db.prepare(
    "UPDATE users SET notes = ?, words = ?, links = ?, past_links = ?, looks = ?, stances = ?, change = ?, idempotency_keys = ? WHERE user = ?",
  );
  const columns = ["notes", "words", "links", "past_links", "looks", "stances", "change", "keys", "user"];
  inBatches(db, rows, (row) => void update.run(...columns.map((column) => row[column] as number)));
}
