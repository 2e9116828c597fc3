import { OUTCOMES } from "@knote/contract";
import { STANCE_KINDS } from "@knote/api";
import { problemOf, type Check } from "../check.ts";
import { quoteList } from "../quote-list.ts";

/** A log is only ever added to, so its numbers count from 1 without gaps, and its times never go back. */
export const checkStances: Check = {
  name: "stances",
  sound: "every log of a decision or belief is whole, in order, and belongs to a note of its owner",
  find: ({ db }) => [
    ...problemOf(
      "entries of a stance that cannot have been written",
      db
        .prepare(
          `SELECT coalesce(n.id, s.note) AS example FROM stances s LEFT JOIN notes n ON n.seq = s.note
           WHERE n.user IS NOT s.user OR s.number < 1 OR julianday(s.at) IS NULL OR s.confidence NOT BETWEEN 0 AND 1
             OR s.kind NOT IN (${quoteList(STANCE_KINDS)}) OR s.outcome NOT IN (${quoteList(OUTCOMES)})
             OR (s.kind = 'outcome') <> (s.outcome IS NOT NULL) OR (s.text IS NOT NULL AND s.outcome IS NULL)
             OR date(s.review_on) IS NOT s.review_on`,
        )
        .all(),
    ),
    ...problemOf(
      "notes whose stances have gaps or are out of order",
      db
        .prepare(
          `SELECT DISTINCT n.id AS example FROM stances s JOIN notes n ON n.seq = s.note
           LEFT JOIN stances b ON b.user = s.user AND b.note = s.note AND b.number = s.number - 1
           WHERE s.number > 1 AND (b.number IS NULL OR b.at > s.at)`,
        )
        .all(),
    ),
  ],
};
