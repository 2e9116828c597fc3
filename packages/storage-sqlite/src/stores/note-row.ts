import type { NoteRevision, NoteType } from "@knote/contract";
import type { NoteOutline, StoredNote, StoredRevision } from "@knote/api";

export type Row = Record<string, unknown>;

export const OUTLINE_COLUMNS = "id, title, note_type, tags, importance, archived, created_at, updated_at, revision";
export const NOTE_COLUMNS = `${OUTLINE_COLUMNS}, content, claimed_at`;

/** Builds a note from a row with `NOTE_COLUMNS`; the casts are safe because only `NoteStore` writes these. */
export function storedNote(row: Row): StoredNote {
  return {
    ...noteOutline(row),
    content: row["content"] as string,
    claimed_at: (row["claimed_at"] ?? row["created_at"]) as string,
  };
}

export function noteOutline(row: Row): NoteOutline {
  return {
    id: row["id"] as string,
    title: row["title"] as string,
    note_type: row["note_type"] as NoteType,
    tags: tagsOf(row),
    importance: row["importance"] as number,
    archived: row["archived"] === 1,
    created_at: row["created_at"] as string,
    updated_at: row["updated_at"] as string,
    revision: row["revision"] as number,
  };
}

function noteRevision(row: Row): NoteRevision {
  return {
    revision: row["revision"] as number,
    title: row["title"] as string,
    content: row["content"] as string,
    note_type: row["note_type"] as NoteType,
    tags: tagsOf(row),
    importance: row["importance"] as number,
    updated_at: row["updated_at"] as string,
  };
}

/** Builds a revision from a row of `revisions`. */
export function storedRevision(row: Row): StoredRevision {
  const archived = row["archived"] as number | null;
  return { ...noteRevision(row), archived: archived === null ? null : archived === 1 };
}

export function tagsOf(row: Row): string[] {
  const tags = row["tags"] as string;
  return tags === "[]" ? [] : (JSON.parse(tags) as string[]);
}
