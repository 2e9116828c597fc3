import type { DatabaseSync } from "node:sqlite";
import { foldTag, indexTerms, type IndexTerms } from "@knote/api";
import type { Row } from "../../stores/note-row.ts";

/** A note as stored, deleted or not, with the terms that its text derives. */
export interface StoredRow {
  readonly seq: number;
  readonly user: number;
  readonly id: string;
  readonly created_at: string;
  readonly isLive: boolean;
  readonly title: string;
  readonly titleKey: string;
  readonly length: number;
  readonly tags: readonly string[];
  readonly terms: () => IndexTerms;
}

const COLUMNS = "SELECT seq, user, id, created_at, deleted_at, title, title_key, content, length, tags FROM notes";

export function* storedNotes(db: DatabaseSync): Generator<StoredRow> {
  for (const row of db.prepare(COLUMNS).iterate()) yield storedRow(row);
}

export function storedNoteOf(db: DatabaseSync): (seq: number) => StoredRow | null {
  const select = db.prepare(`${COLUMNS} WHERE seq = ?`);
  return (seq) => {
    const row = select.get(seq);
    return row === undefined ? null : storedRow(row);
  };
}

/** Returns a note's tags, folded as in `note_tags`. */
export function foldedTags({ tags }: StoredRow): Set<string> {
  return new Set(tags.map(foldTag));
}

function storedRow(row: Row): StoredRow {
  const [title, content, tags] = [row["title"] as string, row["content"] as string, tagsIn(row["tags"] as string)];
  // Safe because the table is strict.
  return {
    seq: row["seq"] as number,
    user: row["user"] as number,
    id: row["id"] as string,
    created_at: row["created_at"] as string,
    isLive: row["deleted_at"] === null,
    title,
    titleKey: row["title_key"] as string,
    length: row["length"] as number,
    tags,
    terms: () => indexTerms([title, content, ...tags]),
  };
}

/** Returns no tags when they cannot be read, which the check of notes reports. */
function tagsIn(json: string): string[] {
  try {
    const tags: unknown = JSON.parse(json);
    return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
  } catch {
    return [];
  }
}
