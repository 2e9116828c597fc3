import type { NoteRevision } from "@knote/contract";
import {
  foldTag,
  type IndexTerms,
  type NoteOutline,
  type NoteWrite,
  type StoredNote,
  type StoredRevision,
} from "@knote/api";
import type { RevisionDocument } from "../collections/revisions.ts";
import { EVERY_MODEL, type NoteDocument } from "../collections/notes.ts";

/** Projection for readers of notes: the terms are larger than the rest. */
export const OUTLINE_FIELDS = {
  title: 1,
  note_type: 1,
  tags: 1,
  importance: 1,
  archived: 1,
  created_at: 1,
  updated_at: 1,
  revision: 1,
} as const;
export const NOTE_FIELDS = { ...OUTLINE_FIELDS, content: 1, claimedAt: 1 } as const;

export type NoteFields = Pick<NoteDocument, "_id" | keyof typeof NOTE_FIELDS>;

export function storedNote(document: NoteFields): StoredNote {
  const { content, claimedAt, created_at } = document;
  return { ...noteOutline(document), content, claimed_at: claimedAt ?? created_at };
}

export function noteOutline(document: Omit<NoteFields, "content" | "claimedAt">): NoteOutline {
  const { _id: id, title, note_type, tags, importance, archived } = document;
  const { created_at, updated_at, revision } = document;
  return { id, title, note_type, tags, importance, archived, created_at, updated_at, revision };
}

function noteRevision(document: NoteRevision): NoteRevision {
  const { revision, title, content, note_type, tags, importance, updated_at } = document;
  return { revision, title, content, note_type, tags, importance, updated_at };
}

export function storedRevision(document: NoteRevision & Pick<RevisionDocument, "archived">): StoredRevision {
  return { ...noteRevision(document), archived: document.archived ?? null };
}

/** Returns the fields that every revision sets. */
export function revisionFields({ note, terms, titleKey }: NoteWrite) {
  const { title, content, note_type, tags, importance, archived, updated_at, revision, claimed_at } = note;
  return {
    title,
    content,
    note_type,
    tags: [...tags],
    folded: [...new Set(tags.map(foldTag))],
    importance,
    archived,
    updated_at,
    revision,
    titleKey,
    ...(claimed_at !== note.created_at && { claimedAt: claimed_at }),
    ...termFields(terms),
  };
}

/** Returns the fields that search needs of a note's words. */
export function termFields({ counts, length }: IndexTerms) {
  return { terms: counts.map(([t, n]) => ({ t, n })), length };
}

/** Returns the fields of a note whose present text has no vectors. */
export function unindexedFields(now: number) {
  return { due: [EVERY_MODEL], dueSince: now, done: [] };
}

export function newNote(userId: string, write: NoteWrite & { readonly key: string | null }, now: number): NoteDocument {
  const { id, created_at, revision } = write.note;
  return {
    _id: id,
    userId,
    ...revisionFields(write),
    created_at,
    textRevision: revision,
    ...(write.key !== null && { key: write.key }),
    live: true,
    ...unindexedFields(now),
    vectors: {},
  };
}
