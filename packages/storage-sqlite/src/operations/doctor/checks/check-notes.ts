import { NOTE_TYPES } from "@knote/contract";
import { problemOf, type Check } from "../check.ts";
import { quoteList } from "../quote-list.ts";

const TIMES = ["created_at", "updated_at"];

export const checkNotes: Check = {
  name: "notes",
  sound: "every field of every note is valid",
  find: ({ db }) => [
    ...problemOf(
      "notes with an invalid field",
      db
        .prepare(
          `SELECT id AS example FROM notes WHERE note_type NOT IN (${quoteList(NOTE_TYPES)}) OR importance NOT BETWEEN 0 AND 1
           OR archived NOT IN (0, 1) OR revision < 1 OR title = '' OR content = ''
           OR NOT CASE WHEN json_valid(tags) THEN json_type(tags) = 'array' ELSE 0 END
           OR ${TIMES.map((time) => `julianday(${time}) IS NULL`).join(" OR ")}
           OR (deleted_at IS NOT NULL AND julianday(deleted_at) IS NULL)`,
        )
        .all(),
    ),
    ...problemOf(
      "purged notes that still exist",
      db.prepare("SELECT n.id AS example FROM purges p JOIN notes n USING (seq)").all(),
    ),
  ],
};
