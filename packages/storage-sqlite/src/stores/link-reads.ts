import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Link } from "@knote/contract";
import { isOnChain, linkAt, linkCursor, type LinkStore } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import { prepareEnds } from "./link-ends.ts";
import type { LinkParts } from "./link-store.ts";
import type { Row } from "./note-row.ts";

export function createLinkReads({
  db,
  users,
}: Pick<LinkParts, "db" | "users">): Pick<LinkStore, "get" | "listTouching" | "list" | "supersedes"> {
  const sql = prepareReads(db);
  const liveEndsOf = prepareEnds(db, { live: true });

  const get: LinkStore["get"] = async (sub, link) => {
    const user = users.find(sub);
    const ends = liveEndsOf(user, link);
    const row = ends && sql.byKey.get(user, ends.low, ends.high, link.relation);
    return row ? linkOf(row) : null;
  };

  const listTouching: LinkStore["listTouching"] = async (sub, noteIds, limit) => {
    const user = users.find(sub);
    const found = new Map<number, Row>();
    for (const id of new Set(noteIds)) {
      const touching = [...sql.outgoing.all(user, id, limit), ...sql.incoming.all(user, id, limit)];
      for (const row of touching.toSorted(newestFirst).slice(0, limit)) found.set(row["link"] as number, row);
    }
    return [...found.values()].toSorted(newestFirst).map(linkOf);
  };

  const list: LinkStore["list"] = async (sub, { limit, after }) => {
    const user = users.find(sub);
    const place = after === undefined ? null : placeOf(linkAt(after));
    const rows = place ? sql.following.all(user, place[0], ...place, limit + 1) : sql.first.all(user, limit + 1);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return { links: rows.slice(0, limit).map(linkOf), next: last ? linkCursor(linkOf(last)) : null };
  };

  const supersedes: LinkStore["supersedes"] = async (sub, newer, older) => {
    const user = users.find(sub);
    const follow = (step: StatementSync) => async (ids: readonly string[]) =>
      ids.flatMap((id) => step.all(user, id).map((row) => row["id"] as string));
    return await isOnChain({ olderThan: follow(sql.older), newerThan: follow(sql.newer) }, newer, older);
  };

  return { get, listTouching, list, supersedes };
}

function prepareReads(db: DatabaseSync) {
  const columns = "l.link, s.id AS source_id, t.id AS target_id, l.relation, l.created_at";
  const [source, target] = [
    "notes s ON s.seq = l.source AND s.deleted_at IS NULL",
    "notes t ON t.seq = l.target AND t.deleted_at IS NULL",
  ];
  const visible = `SELECT ${columns} FROM links l CROSS JOIN ${source} CROSS JOIN ${target}`;
  const newest = `ORDER BY l.created_at DESC, l.link DESC ${BOUND_LIMIT}`;
  // Places of pages are made of what the owner knows, so the list goes by that as well.
  const place = "(l.created_at, s.id, t.id, l.relation)";
  const newestPlace = `ORDER BY l.created_at DESC, s.id DESC, t.id DESC, l.relation DESC ${BOUND_LIMIT}`;
  return {
    byKey: db.prepare(`${visible} WHERE l.user = ? AND l.low = ? AND l.high = ? AND l.relation = ?`),
    outgoing: db.prepare(`${visible} WHERE l.source = (SELECT seq FROM notes WHERE user = ? AND id = ?) ${newest}`),
    incoming: db.prepare(`${visible} WHERE l.target = (SELECT seq FROM notes WHERE user = ? AND id = ?) ${newest}`),
    first: db.prepare(`${visible} WHERE l.user = ? ${newestPlace}`),
    following: db.prepare(
      `${visible} WHERE l.user = ? AND l.created_at <= ? AND ${place} < (?, ?, ?, ?) ${newestPlace}`,
    ),
    older: db.prepare(chainStep("source", "target")),
    newer: db.prepare(chainStep("target", "source")),
  };
}

/** Over links of deleted notes too. */
function chainStep(from: "source" | "target", to: "source" | "target"): string {
  return `SELECT o.id FROM notes n CROSS JOIN links l ON l.${from} = n.seq CROSS JOIN notes o ON o.seq = l.${to}
    WHERE n.user = ? AND n.id = ? AND l.relation = 'supersedes'`;
}

/** As `prepareReads` compares it. */
function placeOf({ created_at, source_id, target_id, relation }: Link) {
  return [created_at, source_id, target_id, relation] as const;
}

export function linkOf(row: Row): Link {
  // Safe because only `createLinkWrites` writes these columns.
  const { source_id, target_id, relation, created_at } = row as unknown as Link;
  return { source_id, target_id, relation, created_at };
}

function newestFirst(one: Row, other: Row): number {
  const [first, second] = [one["created_at"] as string, other["created_at"] as string];
  return first === second ? (other["link"] as number) - (one["link"] as number) : first < second ? 1 : -1;
}
