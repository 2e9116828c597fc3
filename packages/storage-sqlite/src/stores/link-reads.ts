import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Link } from "@knote/contract";
import { invalidCursor, isOnChain, parseLinkCursor, linkCursor, type LinkStore } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import { prepareEnds } from "./link-ends.ts";
import type { LinkStoreDeps } from "./store-deps.ts";
import type { Row } from "./note-row.ts";

/** Sorts after every link's time. */
const END_OF_TIME = "~";
/** Sorts after every id and relation. */
const LAST = "\u{10ffff}";

export function createLinkReads({
  db,
  users,
}: Pick<LinkStoreDeps, "db" | "users">): Pick<LinkStore, "get" | "listTouching" | "list" | "ofNote" | "supersedes"> {
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
    const rowsByLink = new Map<number, Row>();
    for (const id of new Set(noteIds)) {
      const touching = [...sql.outgoing.all(user, id, limit), ...sql.incoming.all(user, id, limit)];
      for (const row of touching.toSorted(newestFirst).slice(0, limit)) rowsByLink.set(row["link"] as number, row);
    }
    return [...rowsByLink.values()].toSorted(newestFirst).map(linkOf);
  };

  const list: LinkStore["list"] = async (sub, { limit, after, createdUpTo }) => {
    const user = users.find(sub);
    const place = olderPlace(after === undefined ? null : placeOf(parseLinkCursor(after)), createdUpTo);
    const rows = place ? sql.following.all(user, place[0], ...place, limit + 1) : sql.first.all(user, limit + 1);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return { links: rows.slice(0, limit).map(linkOf), next: last ? linkCursor(linkOf(last)) : null };
  };

  const ofNote: LinkStore["ofNote"] = async (sub, noteId, { limit, after, createdUpTo = END_OF_TIME, end }) => {
    const user = users.find(sub);
    const place = after === undefined ? null : numberedPlace(after);
    const [createdAt, link] = place && place[0] <= createdUpTo ? place : [createdUpTo, Number.MAX_SAFE_INTEGER];
    const page = (statement: StatementSync) => statement.all(user, noteId, createdAt, createdAt, link, limit + 1);
    const outgoing = end === "target" ? [] : page(sql.outgoingPage);
    const incoming = end === "source" ? [] : page(sql.incomingPage);
    const allRows = [...outgoing, ...incoming].toSorted(newestFirst);
    const rows = allRows.slice(0, limit);
    const last = allRows.length > limit ? rows.at(-1) : undefined;
    return {
      links: rows.map((row) => ({ ...linkOf(row), title: row["title"] as string })),
      next: last ? `${String(last["created_at"])}~${String(last["link"])}` : null,
    };
  };

  const supersedes: LinkStore["supersedes"] = async (sub, newer, older) => {
    const user = users.find(sub);
    const follow = (step: StatementSync) => async (ids: readonly string[]) =>
      ids.flatMap((id) => step.all(user, id).map((row) => row["id"] as string));
    return await isOnChain({ olderThan: follow(sql.older), newerThan: follow(sql.newer) }, newer, older);
  };

  return { get, listTouching, list, ofNote, supersedes };
}

function prepareReads(db: DatabaseSync) {
  const columns = "l.link, s.id AS source_id, t.id AS target_id, l.relation, l.created_at";
  const [source, target] = [
    "notes s ON s.seq = l.source AND s.deleted_at IS NULL",
    "notes t ON t.seq = l.target AND t.deleted_at IS NULL",
  ];
  const visible = `SELECT ${columns} FROM links l CROSS JOIN ${source} CROSS JOIN ${target}`;
  const newest = `ORDER BY l.created_at DESC, l.link DESC ${BOUND_LIMIT}`;
  // Cursors consist of values that the owner knows, so the list is ordered by these too.
  const place = "(l.created_at, s.id, t.id, l.relation)";
  const newestPlace = `ORDER BY l.created_at DESC, s.id DESC, t.id DESC, l.relation DESC ${BOUND_LIMIT}`;
  return {
    byKey: db.prepare(`${visible} WHERE l.user = ? AND l.low = ? AND l.high = ? AND l.relation = ?`),
    outgoing: db.prepare(`${visible} WHERE l.source = (SELECT seq FROM notes WHERE user = ? AND id = ?) ${newest}`),
    incoming: db.prepare(`${visible} WHERE l.target = (SELECT seq FROM notes WHERE user = ? AND id = ?) ${newest}`),
    outgoingPage: db.prepare(pageOfNote("source", "target")),
    incomingPage: db.prepare(pageOfNote("target", "source")),
    first: db.prepare(`${visible} WHERE l.user = ? ${newestPlace}`),
    following: db.prepare(
      `${visible} WHERE l.user = ? AND l.created_at <= ? AND ${place} < (?, ?, ?, ?) ${newestPlace}`,
    ),
    older: db.prepare(chainStep("source", "target")),
    newer: db.prepare(chainStep("target", "source")),
  };
}

/** Reads in the order of that end's index, so that every page costs the same. */
function pageOfNote(end: "source" | "target", other: "source" | "target"): string {
  const ids = end === "source" ? "n.id AS source_id, o.id AS target_id" : "o.id AS source_id, n.id AS target_id";
  return `SELECT l.link, ${ids}, l.relation, l.created_at, o.title FROM notes n
    CROSS JOIN links l ON l.${end} = n.seq CROSS JOIN notes o ON o.seq = l.${other}
    WHERE n.user = ? AND n.id = ? AND n.deleted_at IS NULL AND o.deleted_at IS NULL
      AND l.created_at <= ? AND (l.created_at, l.link) < (?, ?)
    ORDER BY l.created_at DESC, l.link DESC ${BOUND_LIMIT}`;
}

/** Parses a cursor of `ofNote`; throws INVALID for any other text. */
function numberedPlace(cursor: string): readonly [string, number] {
  const [, created_at, link] = /^([^~]{1,40})~(\d{1,15})$/.exec(cursor) ?? [];
  if (created_at === undefined || link === undefined) throw invalidCursor();
  return [created_at, Number(link)];
}

/** Follows links of deleted notes too. */
function chainStep(from: "source" | "target", to: "source" | "target"): string {
  return `SELECT o.id FROM notes n CROSS JOIN links l ON l.${from} = n.seq CROSS JOIN notes o ON o.seq = l.${to}
    WHERE n.user = ? AND n.id = ? AND l.relation = 'supersedes'`;
}

/** Returns the values in the order in which `prepareReads` compares them. */
function placeOf({ created_at, source_id, target_id, relation }: Link) {
  return [created_at, source_id, target_id, relation] as const;
}

/** Returns the place, or where the links begin that were created up to the time if that is later in the list. */
function olderPlace(place: ReturnType<typeof placeOf> | null, createdUpTo: string | undefined) {
  const isWithin = createdUpTo === undefined || (place !== null && place[0] <= createdUpTo);
  return isWithin ? place : ([createdUpTo, LAST, LAST, LAST] as const);
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
