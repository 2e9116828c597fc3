import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { NoteWrite } from "@knote/api";
import { NOTE_COLUMNS } from "./note-row.ts";

/** Values of the columns that every revision sets, in the order of `REVISION_COLUMNS`. */
export function fieldsOf({ note, terms, titleKey }: NoteWrite, change: number, sameText: number) {
  const tags = JSON.stringify(note.tags);
  const archivedFlag = note.archived ? 1 : 0;
  return [
    note.note_type,
    note.importance,
    archivedFlag,
    note.updated_at,
    note.revision,
    sameText,
    change,
    terms.length,
    tags,
    titleKey,
    note.title,
    note.content,
    note.claimed_at === note.created_at ? null : note.claimed_at,
  ] as const;
}

const REVISION_COLUMNS = [
  "note_type",
  "importance",
  "archived",
  "updated_at",
  "revision",
  "same_text",
  "change",
  "length",
  "tags",
  "title_key",
  "title",
  "content",
  "claimed_at",
];

/** Prepares the statements of `NoteChanges`. */
export function prepareChanges(db: DatabaseSync) {
  const selectById =
    "SELECT seq, id, revision, same_text, length, tags, archived, created_at, deleted_at, claimed_at FROM notes WHERE user = ? AND id = ?";
  const statements = {
    live: `${selectById} AND deleted_at IS NULL`,
    deleted: `${selectById} AND deleted_at IS NOT NULL`,
    deletedNote: `SELECT ${NOTE_COLUMNS} FROM notes WHERE user = ? AND id = ? AND deleted_at IS NOT NULL`,
    insert: `INSERT INTO notes (user, id, ${REVISION_COLUMNS}, created_at, sender_key) VALUES (?, ?, ${REVISION_COLUMNS.map(() => "?")}, ?, ?)`,
    byKey: `SELECT ${NOTE_COLUMNS}, deleted_at FROM notes WHERE user = ? AND sender_key = ?`,
    update: `UPDATE notes SET ${REVISION_COLUMNS.map((column) => `${column} = ?`)} WHERE seq = ?`,
    hasText: "SELECT 1 FROM notes WHERE seq = ? AND title = ? AND content = ?",
    keepRevision: `INSERT INTO revisions (seq, revision, note_type, importance, archived, updated_at, tags, title, content)
      SELECT seq, revision, note_type, importance, archived, updated_at, tags, title, content FROM notes WHERE seq = ?`,
    setDeleted: "UPDATE notes SET deleted_at = ?, change = ? WHERE seq = ?",
    forgetOperations:
      "DELETE FROM operations WHERE operation IN (SELECT operation FROM operation_notes WHERE user = ? AND note = ?)",
    purge: "DELETE FROM notes WHERE seq = ?",
    keepPurge: "INSERT INTO purges (user, change, seq) VALUES (?, ?, ?)",
    forgetPurges: "DELETE FROM purges WHERE user = ? AND change <= ?",
    setPurgeFloor: "UPDATE users SET purge_floor = ? WHERE user = ?",
    addTag: "INSERT INTO note_tags (user, tag, created_at, id, seq) VALUES (?, ?, ?, ?, ?)",
    removeTag: "DELETE FROM note_tags WHERE user = ? AND tag = ? AND created_at = ? AND id = ?",
    makeDue: `INSERT INTO due (model, seq, user) SELECT model, ?, ? FROM models WHERE role IN ('serving', 'next')
      ON CONFLICT (model, seq) DO UPDATE SET until = NULL, since = excluded.since WHERE until IS NOT NULL`,
    notDue: "DELETE FROM due WHERE model IN (SELECT model FROM models) AND seq = ?",
    removeVectors: "DELETE FROM vectors WHERE seq = ?",
    linksOf:
      "SELECT (SELECT count(*) FROM links WHERE source = ?1) + (SELECT count(*) FROM links WHERE target = ?1) AS count",
    pastLinksOf:
      "SELECT (SELECT count(*) FROM past_links WHERE source = ?1) + (SELECT count(*) FROM past_links WHERE target = ?1) AS count",
    looksAt:
      "SELECT (SELECT count(*) FROM looks WHERE note = ?1) + (SELECT count(*) FROM looks WHERE other = ?1 AND note <> ?1) AS count",
    stancesOf: "SELECT count(*) AS count FROM stances WHERE note = ?",
    hasStateLinks: `SELECT 1 FROM links WHERE (source = ? OR target = ?) AND relation IN ('supersedes', 'contradicts') LIMIT 1`,
    hasRestLinks: `SELECT 1 FROM links WHERE (source = ? OR target = ?) AND relation IN ('depends_on', 'derived_from') LIMIT 1`,
  };
  // Safe because each key keeps its name.
  return Object.fromEntries(Object.entries(statements).map(([name, sql]) => [name, db.prepare(sql)])) as Record<
    keyof typeof statements,
    StatementSync
  >;
}
