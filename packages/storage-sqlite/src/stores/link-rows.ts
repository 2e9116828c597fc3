import type { DatabaseSync } from "node:sqlite";
import type { Link } from "@knote/contract";
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
