import { LOOK_KINDS } from "@knote/api";
import { problemOf, type Check } from "../check.ts";
import { quoteList } from "../quote-list.ts";

/** The key must name the notes of its columns, so that a purge removes it. */
export const checkLooks: Check = {
  name: "looks",
  sound: "every look has a known kind and names notes of its owner",
  find: ({ db }) =>
    problemOf(
      "looks that name other notes than their own",
      db
        .prepare(
          `SELECT l.key AS example FROM looks l LEFT JOIN notes n ON n.seq = l.note LEFT JOIN notes o ON o.seq = l.other
           WHERE n.user IS NOT l.user OR (l.other IS NOT NULL AND o.user IS NOT l.user) OR julianday(l.at) IS NULL
             OR substr(l.key, 1, instr(l.key, ' ') - 1) NOT IN (${quoteList(LOOK_KINDS)})
             OR substr(l.key, instr(l.key, ' ') + 1) IS NOT n.id || coalesce(' ' || o.id, '')`,
        )
        .all(),
    ),
};
