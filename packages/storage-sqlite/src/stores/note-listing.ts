import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { NotePosition, NoteSelection, NoteStore, StoredNote } from "@knote/api";
import { foldTag, hasAnyTag, namedOnly, newestFirst, nextTurn, selectsNothing } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import { NOTE_COLUMNS, storedNote, type Row } from "./note-row.ts";
import { isRestSelected, isSelected, isUnfiltered } from "./note-selection.ts";
import type { UserRows } from "./user-rows.ts";

/** Rows that are read in one turn of the event loop when a selection filters most of them out. */
const SLICE = 1_000;
/** Up to this many named notes are looked up one by one; more are filtered from all notes. */
const FEW = 500;
const LATEST: NotePosition = { created_at: "\u{10ffff}", id: "" };

type ListNotes = NoteStore["list"];

interface NoteListingDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
}

/** Lists notes by an index in their order; rows outside the selection are skipped in slices. */
export function createNoteListing({ db, users }: NoteListingDeps): ListNotes {
  const sql = prepareListing(db);

  async function walk(
    selection: NoteSelection,
    page: Parameters<ListNotes>[2],
    slice: (after: NotePosition, size: number) => Row[],
  ): Promise<StoredNote[]> {
    const notes: StoredNote[] = [];
    let size = Math.min(SLICE, page.limit + 16);
    for (let after = page.after ?? LATEST; ; size = SLICE) {
      const rows = slice(after, size);
      for (const row of rows) {
        if (!isSelected(row, selection)) continue;
        const full = sql.bySeq.get(row["seq"] as number);
        const note = full && storedNote(full);
        if (note && isRestSelected(note, selection)) notes.push(note);
        if (notes.length === page.limit) return notes;
      }
      if (rows.length < size) return notes;
      after = positionOf(rows.at(-1)!);
      await nextTurn();
    }
  }

  return async (sub, selection, page) => {
    const user = users.find(sub);
    if (user === null || page.limit <= 0 || selectsNothing(selection)) return [];
    if (isUnfiltered(selection)) return wholeNotes(sql, user, page);
    const namedIds = namedOnly(selection.states);
    if (namedIds !== null && namedIds.size <= FEW) return namedNotes(sql.byId, user, namedIds, selection, page);
    const tags = selection.tags && [...new Set(selection.tags.map(foldTag))];
    return await walk(selection, page, (after, size) =>
      tags ? taggedRows(sql.byTag, user, tags, after, size) : sql.byTime.all(user, after.created_at, after.id, size),
    );
  };
}

function wholeNotes(
  sql: Record<"first" | "following", StatementSync>,
  user: number,
  { limit, after }: Parameters<ListNotes>[2],
): StoredNote[] {
  const rows = after ? sql.following.all(user, after.created_at, after.id, limit) : sql.first.all(user, limit);
  return rows.map(storedNote);
}

/** Returns the newest rows of the tags together, each row once. */
function taggedRows(
  byTag: StatementSync,
  user: number,
  tags: readonly string[],
  after: NotePosition,
  size: number,
): Row[] {
  const rows = tags.flatMap((tag) => byTag.all(user, tag, after.created_at, after.id, size));
  if (tags.length === 1) return rows;
  const bySeq = new Map(rows.map((row) => [row["seq"], row]));
  return [...bySeq.values()].toSorted((one, other) => newestFirst(positionOf(one), positionOf(other))).slice(0, size);
}

function namedNotes(
  byId: StatementSync,
  user: number,
  ids: ReadonlySet<string>,
  selection: NoteSelection,
  { limit, after }: Parameters<ListNotes>[2],
): StoredNote[] {
  return [...ids]
    .map((id) => byId.get(user, id))
    .filter((row) => row !== undefined)
    .filter((row) => isSelected(row, selection))
    .map(storedNote)
    .filter(
      (note) =>
        (after === undefined || newestFirst(after, note) < 0) &&
        (!selection.tags || hasAnyTag(note, selection.tags)) &&
        isRestSelected(note, selection),
    )
    .toSorted(newestFirst)
    .slice(0, limit);
}

function positionOf(row: Row): NotePosition {
  return { created_at: row["created_at"] as string, id: row["id"] as string };
}

function prepareListing(db: DatabaseSync) {
  const order = `ORDER BY created_at DESC, id DESC ${BOUND_LIMIT}`;
  const live = "user = ? AND deleted_at IS NULL";
  const before = "(created_at, id) < (?, ?)";
  const light = "SELECT n.seq, n.id, n.created_at, n.note_type, n.archived FROM";
  return {
    first: db.prepare(`SELECT ${NOTE_COLUMNS} FROM notes WHERE ${live} ${order}`),
    following: db.prepare(`SELECT ${NOTE_COLUMNS} FROM notes WHERE ${live} AND ${before} ${order}`),
    byTime: db.prepare(`${light} notes n WHERE ${live} AND ${before} ${order}`),
    byTag: db.prepare(
      `${light} note_tags t JOIN notes n USING (seq) WHERE t.user = ? AND tag = ? AND (t.created_at, t.id) < (?, ?)
       ORDER BY t.created_at DESC, t.id DESC ${BOUND_LIMIT}`,
    ),
    byId: db.prepare(`SELECT seq, ${NOTE_COLUMNS} FROM notes WHERE ${live.replace("user = ?", "user = ? AND id = ?")}`),
    bySeq: db.prepare(`SELECT ${NOTE_COLUMNS} FROM notes WHERE seq = ? AND deleted_at IS NULL`),
  };
}
