import type { Link } from "@knote/contract";
import {
  linkKey,
  type EmbeddedWindow,
  type Look,
  type Notice,
  type NoteWrite,
  type PastLink,
  type StanceEntry,
  type StoredOperation,
  type StoredNote,
} from "@knote/api";

/** Passes on what a write reports, to webhooks and activity. */
export type Tell = (userId: string, notices: readonly Notice[]) => Promise<void>;

export interface KeptVectors {
  readonly revision: number;
  readonly windows: readonly EmbeddedWindow[];
  readonly complete: boolean;
}

export interface KeptNote {
  readonly userId: string;
  /** The sender's key for the note. */
  readonly key: string | null;
  write: NoteWrite;
  deletedAt: string | null;
  readonly earlier: StoredNote[];
  /** The revision with which the current text came. */
  textRevision: number;
  /** When the note was created, restored or got its current text. */
  dueSince: number;
  /** Vectors by model. */
  readonly vectors: Map<string, KeptVectors>;
  /** Postponements by model; each ends at `until`, or when `textRevision` changes. */
  readonly postponements: Map<string, { readonly textRevision: number; readonly until: number }>;
}

export interface KeptLink {
  readonly userId: string;
  readonly link: Link;
}

export interface KeptPastLink {
  readonly userId: string;
  readonly link: PastLink;
}

/** Data that the stores of one memory storage share, as notes and links depend on each other. */
export interface Shelf {
  /** Notes of all users by id. */
  readonly notes: Map<string, KeptNote>;
  /** Links by owner and link key. */
  readonly links: Map<string, KeptLink>;
  /** Links that were removed, by owner, link key and creation. */
  readonly pastLinks: Map<string, KeptPastLink>;
  /** By owner and key. */
  readonly looks: Map<string, ReadonlyMap<string, Look>>;
  /** Logs of decisions and beliefs by note, oldest entry first. */
  readonly stances: Map<string, readonly StanceEntry[]>;
  /** By owner and id. */
  readonly operations: Map<string, ReadonlyMap<string, StoredOperation>>;
  /** Counts the writes of all users. */
  writes: number;
}

/** Returns the key of a link on the shelf. */
export function ownedKey(userId: string, link: Omit<Link, "created_at">): string {
  return `${linkKey(link)} ${userId}`;
}

export function liveNote(shelf: Shelf, userId: string, id: string): KeptNote | null {
  const entry = shelf.notes.get(id);
  return entry?.userId === userId && entry.deletedAt === null ? entry : null;
}

export function liveNotes(shelf: Shelf, userId: string): KeptNote[] {
  return [...shelf.notes.values()].filter((entry) => entry.userId === userId && entry.deletedAt === null);
}

export function visibleLinks(shelf: Shelf, userId: string): Link[] {
  return [...shelf.links.values()]
    .filter((entry) => entry.userId === userId && isVisible(shelf, entry))
    .map((entry) => entry.link);
}

/** Removes all notes and links of a user. */
export function clearShelf(shelf: Shelf, userId: string): void {
  for (const [id, note] of shelf.notes) if (note.userId === userId) shelf.stances.delete(id);
  for (const things of [shelf.notes, shelf.links, shelf.pastLinks])
    for (const [key, entry] of things) if (entry.userId === userId) things.delete(key);
  shelf.looks.delete(userId);
  shelf.operations.delete(userId);
  shelf.writes++;
}

export function isVisible(shelf: Shelf, { userId, link }: KeptLink): boolean {
  return liveNote(shelf, userId, link.source_id) !== null && liveNote(shelf, userId, link.target_id) !== null;
}

/** Compares texts in descending order: newest first for times and ids. */
export function descending(one: string, other: string): number {
  return one === other ? 0 : one < other ? 1 : -1;
}
