import { TIER_KEYS } from "@knote/contract";
import { problemOf, type Check } from "../check.ts";
import { quoteList } from "../quote-list.ts";

const USER_TABLES = [
  "notes",
  "links",
  "note_tags",
  "events",
  "usage",
  "usage_warnings",
  "reservations",
  "idempotency",
  "sessions",
  "tokens",
];

export const checkUsers: Check = {
  name: "users",
  sound: "everything belongs to a user that exists",
  find: ({ db }) => [
    ...USER_TABLES.flatMap((table) =>
      problemOf(
        `unknown users in ${table}`,
        db.prepare(`SELECT DISTINCT user AS example FROM ${table} WHERE user NOT IN (SELECT user FROM users)`).all(),
      ),
    ),
    ...problemOf(
      "users with an unknown tier",
      db.prepare(`SELECT sub AS example FROM users WHERE tier NOT IN (${quoteList(TIER_KEYS)})`).all(),
    ),
  ],
};
