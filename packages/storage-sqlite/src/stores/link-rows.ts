import type { DatabaseSync } from "node:sqlite";
import type { Link, Relation } from "@knote/contract";
import type { RemovalTime } from "@knote/api";
import { refusingDuplicates } from "../database/sqlite-errors.ts";
import type { LinkEnds } from "./link-ends.ts";

/** Prepares writing a link's row; throws CONFLICT when the link exists. */
export function prepareLinkInsert(db: DatabaseSync): (user: number, link: Link, ends: LinkEnds) => void {
  const insert = db.prepare(
    "INSERT INTO links (user, relation, source, target, low, high, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  return (user, { relation, created_at }, { source, target, low, high }) =>
    refusingDuplicates("This link exists already.", () =>
      insert.run(user, relation, source, target, low, high, created_at),
    );
}

/** Removes the rows of links. Both methods return how the number of the user's past links changes. */
export interface LinkRemoval {
  /** Removes the link's row; unless `at` is null, keeps it as a past link. Returns null when there is no such row. */
  remove(user: number, ends: LinkEnds, relation: Relation, at: RemovalTime): number | null;
  /** Forgets that the link was once removed. */
  forgetRemoval(ends: LinkEnds, link: Link): number;
}

export function prepareLinkRemoval(db: DatabaseSync): LinkRemoval {
  const key = "user = ? AND low = ? AND high = ? AND relation = ?";
  const keep = db.prepare(
    `INSERT INTO past_links (user, relation, source, target, created_at, removed_at)
     SELECT user, relation, source, target, created_at, ? FROM links WHERE ${key}`,
  );
  const remove = db.prepare(`DELETE FROM links WHERE ${key}`);
  const forget = db.prepare(
    "DELETE FROM past_links WHERE source = ? AND target = ? AND relation = ? AND created_at = ?",
  );
  return {
    remove(user, { low, high }, relation, at) {
      const pastCount = at === null ? 0 : Number(keep.run(at, user, low, high, relation).changes);
      return remove.run(user, low, high, relation).changes > 0 ? pastCount : null;
    },
    forgetRemoval: ({ source, target }, { relation, created_at }) =>
      -Number(forget.run(source, target, relation, created_at).changes),
  };
}
