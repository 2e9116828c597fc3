import type { DatabaseSync } from "node:sqlite";
import type { Link } from "@knote/contract";

/** The ends of a link, by the numbers of their notes. */
export interface LinkEnds {
  readonly source: number;
  readonly target: number;
  /** Source and target, in ascending order where the relation goes both ways. */
  readonly low: number;
  readonly high: number;
}

/** Returns null unless both ends are notes of the user. */
export type FindEnds = (user: number | null, link: Omit<Link, "created_at">) => LinkEnds | null;

/** Prepares finding the ends of links, with `live` only those that are not deleted. */
export function prepareEnds(db: DatabaseSync, { live }: { readonly live: boolean }): FindEnds {
  const select = db.prepare(`SELECT seq FROM notes WHERE user = ? AND id = ? ${live ? "AND deleted_at IS NULL" : ""}`);
  return (user, { source_id, target_id, relation }) => {
    const source = select.get(user, source_id)?.["seq"] as number | undefined;
    const target = select.get(user, target_id)?.["seq"] as number | undefined;
    if (source === undefined || target === undefined) return null;
    const swap = relation === "relates_to" && source > target;
    return { source, target, low: swap ? target : source, high: swap ? source : target };
  };
}
