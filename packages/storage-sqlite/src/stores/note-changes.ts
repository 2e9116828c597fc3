import type { DatabaseSync, StatementSync } from "node:sqlite";
import { foldTag, type NoteWrite, type StoredNote } from "@knote/api";
import type { Batch } from "../database/batch.ts";
import { refusingDuplicates } from "../database/sqlite-errors.ts";
import { tagsOf, type Row } from "./note-row.ts";
import type { TermsTable } from "./terms-table.ts";
import type { UserRows } from "./user-rows.ts";

/** A worker that has not looked for so many changes of a user reads that user's notes anew. */
const PURGES_KEPT = 10_000;

export interface NoteChange {
  /** Whether states of the user's notes may follow. */
  readonly movesStates: boolean;
}

/** Changes of note rows and of all that follows them, within a write. Null: there was nothing to change. */
export interface NoteChanges {
  /** Answers the user's event counter, moved on by `events`. */
  insert(batch: Batch, user: number, write: NoteWrite, events: number): number;
  update(batch: Batch, user: number, write: NoteWrite): NoteChange | null;
  delete(user: number, id: string, deletedAt: string): NoteChange | null;
  restore(user: number, id: string): NoteChange | null;
  purge(batch: Batch, user: number, id: string): NoteChange | null;
  isLive(user: number | null, id: string): boolean;
}

interface Parts {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly terms: TermsTable;
}

export function createNoteChanges({ db, users, terms }: Parts): NoteChanges {
  const sql = prepareChanges(db);

  function remove(batch: Batch, user: number, row: Row): NoteChange {
    const seq = row["seq"] as number;
    const wasLive = row["deleted_at"] === null;
    const movesStates = wasLive && hasStateLinks(seq);
    const { change } = users.advance(user, { changes: 1, ...(wasLive && leaving(row)) });
    if (wasLive) hide(user, row);
    sql.purge.run(seq);
    sql.keepPurge.run(user, change, seq);
    if (change > PURGES_KEPT) {
      sql.forgetPurges.run(user, change - PURGES_KEPT);
      sql.setPurgeFloor.run(change - PURGES_KEPT, user);
    }
    terms.remove(batch, seq);
    return { movesStates };
  }

  /** Takes a note that was live out of the lists of live ones. */
  function hide(user: number, row: Row): void {
    removeTags(user, row);
    sql.notDue.run(row["created_at"] as string, row["seq"] as number);
  }

  function addTags(
    user: number,
    seq: number,
    { tags, created_at, id }: Pick<StoredNote, "tags" | "created_at" | "id">,
  ): void {
    for (const tag of folded(tags)) sql.addTag.run(user, tag, created_at, id, seq);
  }

  function removeTags(user: number, row: Row): void {
    for (const tag of folded(tagsOf(row)))
      sql.removeTag.run(user, tag, row["created_at"] as string, row["id"] as string);
  }

  function hasStateLinks(seq: number): boolean {
    return sql.hasStateLinks.get(seq, seq) !== undefined;
  }

  return {
    insert(batch, user, write, events) {
      const { note } = write;
      const { change, eventSeq } = users.advance(user, { changes: 1, notes: 1, words: write.terms.length, events });
      const fields = [...fieldsOf(write, change), note.created_at] as const;
      const { lastInsertRowid } = refusingDuplicates("A note of this id exists.", () =>
        sql.insert.run(user, note.id, ...fields),
      );
      const seq = Number(lastInsertRowid);
      addTags(user, seq, note);
      sql.makeDue.run(note.created_at, seq);
      terms.write(batch, { user, seq, isNew: true }, write.terms);
      return eventSeq;
    },
    update(batch, user, write) {
      const { note } = write;
      const row = sql.live.get(user, note.id);
      if (row === undefined || row["revision"] !== note.revision - 1) return null;
      const seq = row["seq"] as number;
      const { change } = users.advance(user, { changes: 1, words: write.terms.length - (row["length"] as number) });
      sql.keepRevision.run(seq);
      sql.update.run(...fieldsOf(write, change), seq);
      removeTags(user, row);
      addTags(user, seq, { ...note, created_at: row["created_at"] as string });
      sql.makeDue.run(row["created_at"] as string, seq);
      terms.write(batch, { user, seq, isNew: false }, write.terms);
      return { movesStates: (row["archived"] === 1) !== note.archived && hasStateLinks(seq) };
    },
    delete(user, id, deletedAt) {
      const row = sql.live.get(user, id);
      if (row === undefined) return null;
      const seq = row["seq"] as number;
      const { change } = users.advance(user, { changes: 1, ...leaving(row) });
      sql.setDeleted.run(deletedAt, change, seq);
      hide(user, row);
      sql.removeVectors.run(seq);
      return { movesStates: hasStateLinks(seq) };
    },
    restore(user, id) {
      const row = sql.deleted.get(user, id);
      if (row === undefined) return null;
      const seq = row["seq"] as number;
      const { change } = users.advance(user, { changes: 1, notes: 1, words: row["length"] as number });
      sql.setDeleted.run(null, change, seq);
      addTags(user, seq, { tags: tagsOf(row), created_at: row["created_at"] as string, id });
      sql.makeDue.run(row["created_at"] as string, seq);
      return { movesStates: hasStateLinks(seq) };
    },
    purge(batch, user, id) {
      const row = sql.live.get(user, id) ?? sql.deleted.get(user, id);
      return row === undefined ? null : remove(batch, user, row);
    },
    isLive: (user, id) => sql.live.get(user, id) !== undefined,
  };
}

function folded(tags: readonly string[]): Set<string> {
  return new Set(tags.map(foldTag));
}

/** What the user's counters lose with a live note. */
function leaving(row: Row) {
  return { notes: -1, words: -(row["length"] as number) };
}

/** Values of the columns that every revision sets, in the order of `REVISED`. */
function fieldsOf({ note, terms, titleKey }: NoteWrite, change: number) {
  const tags = JSON.stringify(note.tags);
  const archived = note.archived ? 1 : 0;
  return [
    note.note_type,
    note.importance,
    archived,
    note.updated_at,
    note.revision,
    change,
    terms.length,
    tags,
    titleKey,
    note.title,
    note.content,
  ] as const;
}

const REVISED = [
  "note_type",
  "importance",
  "archived",
  "updated_at",
  "revision",
  "change",
  "length",
  "tags",
  "title_key",
  "title",
  "content",
];

function prepareChanges(db: DatabaseSync) {
  const known =
    "SELECT seq, id, revision, length, tags, archived, created_at, deleted_at FROM notes WHERE user = ? AND id = ?";
  const statements = {
    live: `${known} AND deleted_at IS NULL`,
    deleted: `${known} AND deleted_at IS NOT NULL`,
    insert: `INSERT INTO notes (user, id, ${REVISED}, created_at) VALUES (?, ?, ${REVISED.map(() => "?")}, ?)`,
    update: `UPDATE notes SET ${REVISED.map((column) => `${column} = ?`)} WHERE seq = ?`,
    keepRevision: `INSERT INTO revisions (seq, revision, note_type, importance, updated_at, tags, title, content)
      SELECT seq, revision, note_type, importance, updated_at, tags, title, content FROM notes WHERE seq = ?`,
    setDeleted: "UPDATE notes SET deleted_at = ?, change = ? WHERE seq = ?",
    purge: "DELETE FROM notes WHERE seq = ?",
    keepPurge: "INSERT INTO purges (user, change, seq) VALUES (?, ?, ?)",
    forgetPurges: "DELETE FROM purges WHERE user = ? AND change <= ?",
    setPurgeFloor: "UPDATE users SET purge_floor = ? WHERE user = ?",
    addTag: "INSERT INTO note_tags (user, tag, created_at, id, seq) VALUES (?, ?, ?, ?, ?)",
    removeTag: "DELETE FROM note_tags WHERE user = ? AND tag = ? AND created_at = ? AND id = ?",
    makeDue: "INSERT OR IGNORE INTO due (model, created_at, seq) SELECT model, ?, ? FROM models",
    notDue: "DELETE FROM due WHERE model IN (SELECT model FROM models) AND created_at = ? AND seq = ?",
    removeVectors: "DELETE FROM vectors WHERE seq = ?",
    hasStateLinks: `SELECT 1 FROM links WHERE (source = ? OR target = ?) AND relation IN ('supersedes', 'contradicts') LIMIT 1`,
  };
  // Safe because each key keeps its name.
  return Object.fromEntries(Object.entries(statements).map(([name, sql]) => [name, db.prepare(sql)])) as Record<
    keyof typeof statements,
    StatementSync
  >;
}
