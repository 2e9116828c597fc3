import type { ActivityEvent, Link, Relation } from "@knote/contract";
import { invalidCursor } from "../errors.ts";

const CURSOR = /^([^~]{1,40})~([^~]{1,80})~([^~]{1,80})~([a-z_]{1,40})$/;

/** A link that bears on the states of notes; both ends are live. */
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

/** Ids whose derived state is not `active`; a note may be in both, and archived besides. */
export interface DerivedStates {
  readonly superseded: ReadonlySet<string>;
  readonly contested: ReadonlySet<string>;
  /** By note, the `supersedes` links to it: chains are walked here, without asking the engine. */
  readonly newerOf: ReadonlyMap<string, readonly StateLink[]>;
  /** By note at either end, the `contradicts` links whose ends are neither archived nor superseded. */
  readonly contradictionsOf: ReadonlyMap<string, readonly StateLink[]>;
}

/** What became of a replacement; `missing`: there was no link to be replaced, and nothing was changed. */
export type Replacement = "replaced" | "removed" | "missing";

export interface ReplacementEvents {
  readonly unlinked: readonly ActivityEvent[];
  readonly linked: readonly ActivityEvent[];
}

/**
 * Links by owner. A link is visible while both ends are live; one of a deleted note is kept and
 * shows again when the note is restored. Durability and `events` as in `NoteStore`.
 */
export interface LinkStore {
  /**
   * CONFLICT when a link of the same `linkKey` exists, visible or not. NOT_FOUND when the engine knows no
   * such end; whether an end is live is the caller's to check.
   */
  insert(userId: string, link: Link, events: readonly ActivityEvent[]): Promise<void>;
  /** Stores links in one write, without those whose `linkKey` exists, visible or not, and those with an unknown end. Returns outcomes in their order. */
  insertMany(userId: string, links: readonly Link[]): Promise<("created" | "exists" | "unknown-end")[]>;
  /** Removes the visible link of the same `linkKey`. False when there is none. */
  delete(userId: string, link: Omit<Link, "created_at">, events: readonly ActivityEvent[]): Promise<boolean>;
  /**
   * Puts `to` in the place of the visible link `from`, another `linkKey`, both or none; where `to` exists, visible or
   * not, `from` goes alone. NOT_FOUND as in `insert`. Appends `unlinked`, and `linked` when `to` was made.
   */
  replace(userId: string, from: Omit<Link, "created_at">, to: Link, events: ReplacementEvents): Promise<Replacement>;
  /** The visible link of the same `linkKey`, as it was stored. */
  get(userId: string, link: Omit<Link, "created_at">): Promise<Link | null>;
  /** Visible links that touch any of `noteIds`, newest first; of one note at most `limit`. */
  listTouching(userId: string, noteIds: readonly string[], limit: number): Promise<Link[]>;
  /** Up to `limit` visible links, newest first, from where `after` (an earlier page's `next`) ended. `next` is null at the end. INVALID when `after` is none of ours. */
  list(
    userId: string,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<{ readonly links: Link[]; readonly next: string | null }>;
  /**
   * Up to `limit` visible links of one note, newest first, from where `after` (an earlier page's `next`) ended; with
   * `end` only those whose source, or target, is the note. `next` is null at the end. INVALID when `after` is none of ours.
   */
  ofNote(
    userId: string,
    noteId: string,
    page: { readonly limit: number; readonly after?: string | undefined; readonly end?: LinkEnd },
  ): Promise<{ readonly links: TitledLink[]; readonly next: string | null }>;
  /**
   * Whether `newer` supersedes `older`, directly or through a chain, links of deleted, unpurged notes included.
   * Others get their turn, however long the chain is.
   */
  supersedes(userId: string, newer: string, older: string): Promise<boolean>;
  /**
   * What `deriveStates` makes of all visible `supersedes` and `contradicts` links, every earlier write seen; engines
   * may keep it between writes. Others get their turn while there are many links; a write meanwhile may be seen or not.
   */
  states(userId: string): Promise<DerivedStates>;
}

/** Identity of a link: `relates_to` goes both ways, so its ends are sorted. */
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

/** Whether links of this relation bear on states. */
export function isStateRelation(relation: Relation): relation is StateLink["relation"] {
  return relation === "supersedes" || relation === "contradicts";
}

/** Where a link stands in a list; made of what its owner knows. */
export function linkCursor({ created_at, source_id, target_id, relation }: Link): string {
  return [created_at, source_id, target_id, relation].join("~");
}

/** The link of a `linkCursor`; INVALID when it is none of ours. */
export function linkAt(cursor: string): Link {
  const [, created_at, source_id, target_id, relation] = CURSOR.exec(cursor) ?? [];
  if (created_at === undefined || source_id === undefined || target_id === undefined || relation === undefined)
    throw invalidCursor();
  // Safe because it is only compared: an unknown relation stands between known ones.
  return { created_at, source_id, target_id, relation: relation as Relation };
}
