import type { DatabaseSync } from "node:sqlite";
import { foldTag, type NoteStore } from "@knote/api";
import { tagsOf } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";

/** Most tags of one beginning that are compared, and most notes that are counted for each. */
const MOST_TAGS = 500;
const MOST_USES = 100;
/** Sorts after every continuation of a tag. */
const LAST = "\u{10FFFF}";

/** Jumps from tag to tag in the index, so that the number of notes per tag does not matter. */
export function createTagLookup(db: DatabaseSync, users: UserRows): NoteStore["findTags"] {
  const mostUsed = db.prepare(
    `WITH RECURSIVE known (tag) AS (
       SELECT min(tag) FROM note_tags WHERE user = ?1 AND tag >= ?2 AND tag < ?3
       UNION ALL
       SELECT (SELECT min(tag) FROM note_tags WHERE user = ?1 AND tag > known.tag AND tag < ?3)
       FROM known WHERE known.tag IS NOT NULL LIMIT ${MOST_TAGS}
     )
     SELECT tag, (SELECT count(*) FROM (
       SELECT 1 FROM note_tags AS used WHERE used.user = ?1 AND used.tag = known.tag LIMIT ${MOST_USES}
     )) AS uses FROM known WHERE tag IS NOT NULL ORDER BY uses DESC, tag LIMIT ?4`,
  );
  const newest = db.prepare(
    `SELECT tags FROM note_tags JOIN notes USING (seq) WHERE note_tags.user = ? AND tag = ?
     ORDER BY note_tags.created_at DESC, note_tags.id DESC LIMIT 1`,
  );
  return async (sub, beginning, limit) => {
    const user = users.find(sub);
    const rows = mostUsed.all(user, beginning, beginning + LAST, limit);
    return rows.map(({ tag }) => tagsOf(newest.get(user, tag as string)!).find((one) => foldTag(one) === tag)!);
  };
}
