import type { Link } from "@knote/contract";
import { linkKey, type EmbeddedWindow, type NoteWrite, type StoredNote } from "@knote/api";

export interface KeptVectors {
  readonly revision: number;
  readonly windows: readonly EmbeddedWindow[];
  readonly complete: boolean;
}

export interface KeptNote {
  readonly userId: string;
  /** What its sender calls it. */
  readonly key: string | null;
  write: NoteWrite;
  deletedAt: string | null;
  readonly earlier: StoredNote[];
  /** The revision that brought the present text. */
  textRevision: number;
  /** When the text, or the note, came. */
  dueSince: number;
  /** By model. */
  readonly vectors: Map<string, KeptVectors>;
  /** By model: until when, while the text is that of the revision. */
  readonly postponed: Map<string, { readonly textRevision: number; readonly until: number }>;
}

export interface KeptLink {
  readonly userId: string;
  readonly link: Link;
}

/** What the stores of one memory storage share: notes and links stand or fall together. */
export interface Shelf {
  /** By id, over all users. */
  readonly notes: Map<string, KeptNote>;
  /** By owner and link key. */
  readonly links: Map<string, KeptLink>;
}

/** Of a link, on the shelf. */
export function ownedKey(userId: string, link: Omit<Link, "created_at">): string {
  return `${linkKey(link)} ${userId}`;
}

export function liveNote(shelf: Shelf, userId: string, id: string): KeptNote | null {
  const kept = shelf.notes.get(id);
  return kept?.userId === userId && kept.deletedAt === null ? kept : null;
}

export function liveNotes(shelf: Shelf, userId: string): KeptNote[] {
  return [...shelf.notes.values()].filter((kept) => kept.userId === userId && kept.deletedAt === null);
}

export function visibleLinks(shelf: Shelf, userId: string): Link[] {
  return [...shelf.links.values()]
    .filter((kept) => kept.userId === userId && isVisible(shelf, kept))
    .map((kept) => kept.link);
}

/** Takes all notes and links of a user off the shelf. */
export function clearShelf(shelf: Shelf, userId: string): void {
  for (const things of [shelf.notes, shelf.links])
    for (const [key, kept] of things) if (kept.userId === userId) things.delete(key);
}

export function isVisible(shelf: Shelf, { userId, link }: KeptLink): boolean {
  return liveNote(shelf, userId, link.source_id) !== null && liveNote(shelf, userId, link.target_id) !== null;
}

/** Descending by text: newest first for times and for ids. */
export function descending(one: string, other: string): number {
  return one === other ? 0 : one < other ? 1 : -1;
}
