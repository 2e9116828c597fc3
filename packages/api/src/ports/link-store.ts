import type { ActivityEvent, Link, Relation } from "@knote/contract";
import { invalidCursor } from "../errors.ts";

const CURSOR = /^([^~]{1,40})~([^~]{1,80})~([^~]{1,80})~([a-z_]{1,40})$/;

/** A link that affects the states of notes; both ends are live. */
export interface StateLink {
  readonly source_id: string;
  readonly target_id: string;
  readonly relation: "supersedes" | "contradicts";
  readonly sourceArchived: boolean;
  readonly targetArchived: boolean;
}

/** Which end of a link a note is. */
export type LinkEnd = "source" | "target";

/** A link of a note with the title of the other end. */
export interface TitledLink extends Link {
  readonly title: string;
}

/** Notes whose derived state is not `active`; a note can be in both sets, and also archived. */
export interface DerivedStates {
  readonly superseded: ReadonlySet<string>;
  readonly contested: ReadonlySet<string>;
  /** By note, the `supersedes` links to it, so that chains are walked without asking the engine. */
  readonly newerOf: ReadonlyMap<string, readonly StateLink[]>;
  /** By note, the `supersedes` links from it. */
  readonly olderOf: ReadonlyMap<string, readonly StateLink[]>;
  /** By either end, the `contradicts` links between notes that are neither archived nor superseded. */
  readonly contradictionsOf: ReadonlyMap<string, readonly StateLink[]>;
}

/** The outcome of a replacement; `missing`: there was no link to replace, and nothing changed. */
export type Replacement = "replaced" | "removed" | "missing";

export interface ReplacementEvents {
  readonly unlinked: readonly ActivityEvent[];
  readonly linked: readonly ActivityEvent[];
}

/**
 * Links by owner. A link is visible while both ends are live; a link of a deleted note stays stored and
 * reappears when the note is restored. Durability and `events` are as in `NoteStore`.
 */
export interface LinkStore {
  /**
   * Stores a link. Throws CONFLICT when a link with the same `linkKey` exists, visible or not, and NOT_FOUND when an
   * end does not exist. The caller checks that both ends are live.
   */
  insert(userId: string, link: Link, events: readonly ActivityEvent[]): Promise<void>;
  /**
   * Stores links in one write, except those whose `linkKey` exists, visible or not, and those with an unknown end.
   * Returns the outcomes in the order of the links.
   */
  insertMany(userId: string, links: readonly Link[]): Promise<("created" | "exists" | "unknown-end")[]>;
  /** Removes the visible link with the same `linkKey`. Returns false when there is none. */
  delete(userId: string, link: Omit<Link, "created_at">, events: readonly ActivityEvent[]): Promise<boolean>;
  /**
   * Replaces the visible link `from` by `to`, which has another `linkKey`, atomically; where `to` exists, visible or
   * not, only removes `from`. NOT_FOUND as in `insert`. Appends `unlinked`, and `linked` when `to` was created.
   */
  replace(userId: string, from: Omit<Link, "created_at">, to: Link, events: ReplacementEvents): Promise<Replacement>;
  /** Returns the visible link with the same `linkKey`, as it was stored. */
  get(userId: string, link: Omit<Link, "created_at">): Promise<Link | null>;
  /** Returns visible links that touch any of `noteIds`, newest first; at most `limit` per note. */
  listTouching(userId: string, noteIds: readonly string[], limit: number): Promise<Link[]>;
  /**
   * Returns up to `limit` visible links, newest first, after the cursor `after` (an earlier page's `next`). `next` is
   * null at the end. Throws INVALID when `after` is not such a cursor.
   */
  list(
    userId: string,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<{ readonly links: Link[]; readonly next: string | null }>;
  /**
   * Returns up to `limit` visible links of one note, as `list` does; with `end` only those whose source, or target, is
   * the note.
   */
  ofNote(
    userId: string,
    noteId: string,
    page: { readonly limit: number; readonly after?: string | undefined; readonly end?: LinkEnd },
  ): Promise<{ readonly links: TitledLink[]; readonly next: string | null }>;
  /**
   * Returns whether `newer` supersedes `older`, directly or through a chain that can include deleted, unpurged notes.
   * A long chain does not block other callers.
   */
  supersedes(userId: string, newer: string, older: string): Promise<boolean>;
  /**
   * Returns `deriveStates` of all visible `supersedes` and `contradicts` links, including every earlier write. Engines
   * can cache it between writes. Many links do not block other callers; a concurrent write may be included or not.
   */
  states(userId: string): Promise<DerivedStates>;
}

/** Returns the identity of a link. `relates_to` goes both ways, so its ends are sorted. */
export function linkKey(link: {
  readonly source_id: string;
  readonly target_id: string;
  readonly relation: Relation;
}): string {
  const swap = link.relation === "relates_to" && link.source_id > link.target_id;
  return swap
    ? `${link.relation} ${link.target_id} ${link.source_id}`
    : `${link.relation} ${link.source_id} ${link.target_id}`;
}

/** Whether links of this relation affect note states. */
export function isStateRelation(relation: Relation): relation is StateLink["relation"] {
  return relation === "supersedes" || relation === "contradicts";
}

/** Returns the position of a link in a list. It holds only what the owner of the link knows anyway. */
export function linkCursor({ created_at, source_id, target_id, relation }: Link): string {
  return [created_at, source_id, target_id, relation].join("~");
}

/** Parses a `linkCursor`. Throws INVALID for any other text. */
export function parseLinkCursor(cursor: string): Link {
  const [, created_at, source_id, target_id, relation] = CURSOR.exec(cursor) ?? [];
  if (created_at === undefined || source_id === undefined || target_id === undefined || relation === undefined)
    throw invalidCursor();
  // Safe because it is only compared: an unknown relation sorts between known ones.
  return { created_at, source_id, target_id, relation: relation as Relation };
}
