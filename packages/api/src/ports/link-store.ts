import type { Link, Relation } from "@knote/contract";
import { invalidCursor } from "../errors.ts";
import type { Notice } from "./notice.ts";

const CURSOR = /^([^~]{1,40})~([^~]{1,80})~([^~]{1,80})~([a-z_]{1,40})$/;

/** A link that affects the states of notes; both ends are live. */
export interface StateLink {
  readonly source_id: string;
  readonly target_id: string;
  readonly relation: "supersedes" | "contradicts";
  readonly created_at: string;
  readonly sourceArchived: boolean;
  readonly targetArchived: boolean;
}

/** Relations by which the source rests on the target. */
export const REST_RELATIONS = ["depends_on", "derived_from"] as const;
export type RestRelation = (typeof REST_RELATIONS)[number];

/** A link by which its source rests on its target. Both ends are live or in the trash; a purge removes the link. */
export interface RestLink {
  readonly source_id: string;
  readonly target_id: string;
  readonly relation: RestRelation;
  readonly created_at: string;
  readonly sourceArchived: boolean;
  readonly targetArchived: boolean;
  readonly sourceDeleted: boolean;
  readonly targetDeleted: boolean;
  /** When the target's claim was last reworded; null if never. */
  readonly targetClaimedAt: string | null;
  /** When the target was deleted or, about, archived; null when it was neither. */
  readonly targetSetAsideAt: string | null;
}

/** A note at an end of rest links. */
export interface RestEnd {
  readonly id: string;
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
  /** When its claim was last reworded; null if never. Of a note on which nothing rests it may be null in any case. */
  readonly claimedAt: string | null;
  /** As `targetSetAsideAt`; null where `claimedAt` may be. */
  readonly setAsideAt: string | null;
}

/** Rest links by columns, as there can be hundreds of thousands: each tells its ends by their places in `ends`. */
export interface RestColumns {
  /** Each note once, in any order. */
  readonly ends: readonly RestEnd[];
  readonly sources: Uint32Array;
  readonly targets: Uint32Array;
  /** By link, the index of its relation in `REST_RELATIONS`. */
  readonly relations: Uint8Array;
  /** By link, when it was made, in milliseconds. */
  readonly createdAt: Float64Array;
}

/** Texts that change with writes, so that what was derived before can be told from what holds now. */
export interface StandingVersions {
  /** Changes with every write that can change `allRestLinks`. */
  readonly rests: string;
  /** Changes with every write that can change `allRestLinks`, `states` or the owner's looks. */
  readonly standing: string;
  /** Changes with every write of a note. */
  readonly notes: string;
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
  /** All `contradicts` links, those without effect too. */
  readonly contradictions: readonly StateLink[];
  /** By either end, the `contradicts` links between notes that are neither archived nor superseded. */
  readonly contradictionsOf: ReadonlyMap<string, readonly StateLink[]>;
}

/** The outcome of a replacement; `missing`: there was no link to replace, and nothing changed. */
export type Replacement = "replaced" | "removed" | "missing";

/** A link that was removed: it stood from `created_at` until before `removed_at`. */
export interface PastLink extends Link {
  readonly removed_at: string;
}

/** Selects links that were created up to a time and removed after another one, and at most at a third. */
export interface PastLinkSelection {
  readonly createdUpTo?: string;
  readonly removedAfter?: string;
  readonly removedUpTo?: string;
  /** Only links that touch any of these notes; at most 1,000. */
  readonly touching?: readonly string[];
}

/**
 * When a link is removed, for `PastLink`. Null takes a write back that others may not rely on: the link then counts
 * as never created.
 */
export type RemovalTime = string | null;

export interface ReplacementNotices {
  /** When `from` ends. Null takes an earlier replacement of `to` by `from` back. */
  readonly at: RemovalTime;
  readonly unlinked: readonly Notice[];
  readonly linked: readonly Notice[];
}

/**
 * Links by owner. A link is visible while both ends are live; a link of a deleted note stays stored and
 * reappears when the note is restored. A link stored with the `created_at` that it had before it was removed stands
 * again: `past` knows nothing of that removal. Durability and `notices` are as in `NoteStore`.
 */
export interface LinkStore {
  /**
   * Stores a link. Throws CONFLICT when a link with the same `linkKey` exists, visible or not, and NOT_FOUND when an
   * end does not exist. The caller checks that both ends are live.
   */
  insert(userId: string, link: Link, notices: readonly Notice[]): Promise<void>;
  /**
   * Stores links in one write, except those whose `linkKey` exists, visible or not, and those with an unknown end.
   * Returns the outcomes in the order of the links.
   */
  insertMany(userId: string, links: readonly Link[]): Promise<("created" | "exists" | "unknown-end")[]>;
  /**
   * Removes the visible link with the same `linkKey`, which becomes a past link. Returns false when there is none.
   */
  delete(userId: string, link: Omit<Link, "created_at">, at: RemovalTime, notices: readonly Notice[]): Promise<boolean>;
  /**
   * Replaces the visible link `from` by `to`, which has another `linkKey`, atomically; where `to` exists, visible or
   * not, only removes `from`. NOT_FOUND as in `insert`. Gives the notices `unlinked`, and `linked` when `to` was created.
   */
  replace(userId: string, from: Omit<Link, "created_at">, to: Link, notices: ReplacementNotices): Promise<Replacement>;
  /** Returns the visible link with the same `linkKey`, as it was stored. */
  get(userId: string, link: Omit<Link, "created_at">): Promise<Link | null>;
  /** Returns visible links that touch any of `noteIds`, newest first; at most `limit` per note. */
  listTouching(userId: string, noteIds: readonly string[], limit: number): Promise<Link[]>;
  /**
   * Returns up to `limit` visible links, newest first (ties by source, target and relation, all descending), after the
   * `linkCursor` of the last one of an earlier page, its `next`. `next` is null at the end. With `createdUpTo` only
   * links that were created by then. Throws INVALID when `after` is not such a cursor.
   */
  list(
    userId: string,
    page: { readonly limit: number; readonly after?: string | undefined; readonly createdUpTo?: string | undefined },
  ): Promise<{ readonly links: Link[]; readonly next: string | null }>;
  /**
   * Returns up to `limit` visible links of one note, newest first, with `after` and `createdUpTo` as in `list`, but
   * cursors of its own; with `end` only those whose source, or target, is the note.
   */
  ofNote(
    userId: string,
    noteId: string,
    page: {
      readonly limit: number;
      readonly after?: string | undefined;
      readonly createdUpTo?: string | undefined;
      readonly end?: LinkEnd | undefined;
    },
  ): Promise<{ readonly links: TitledLink[]; readonly next: string | null }>;
  /**
   * Returns the selected links that were removed and whose ends are both live, in any order. Many links do not block
   * other callers.
   */
  past(userId: string, selection: PastLinkSelection): Promise<PastLink[]>;
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
  /**
   * Returns all links by which notes rest on others, in any order. Many links do not block other callers.
   */
  allRestLinks(userId: string): Promise<RestColumns>;
  /** Returns the links by which any of these notes, at most 1,000, rest on others or others on them, in any order. */
  restLinks(userId: string, touching: readonly string[]): Promise<RestLink[]>;
  /**
   * Returns notes that every change of `allRestLinks` since an earlier version of `rests` touches: whatever of it is
   * different now is a link of these notes. Null when the engine does not know.
   */
  restChanges(userId: string, since: string): Promise<readonly string[] | null>;
  /** Returns the present versions, which include every earlier write. */
  versions(userId: string): Promise<StandingVersions>;
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

/** Whether a past link is in the selection, apart from the notes that it touches. */
export function isSelectedPast(link: PastLink, { createdUpTo, removedAfter, removedUpTo }: PastLinkSelection): boolean {
  return (
    (createdUpTo === undefined || link.created_at <= createdUpTo) &&
    (removedAfter === undefined || link.removed_at > removedAfter) &&
    (removedUpTo === undefined || link.removed_at <= removedUpTo)
  );
}

/** Whether by links of this relation the source rests on the target. */
export function isRestRelation(relation: Relation): relation is RestRelation {
  return relation === "depends_on" || relation === "derived_from";
}

/** Whether links of this relation affect note states. */
export function isStateRelation(relation: Relation): relation is StateLink["relation"] {
  return relation === "supersedes" || relation === "contradicts";
}

/** Returns the position of a link in a list. It holds only what the owner of the link knows anyway. */
export function linkCursor({ created_at, source_id, target_id, relation }: Link): string {
  return [created_at, source_id, target_id, relation].join("~");
}

/** Compares two links in the order of `LinkStore.list`. */
export function newestLinkFirst(one: Link, other: Link): number {
  const [first, second] = [linkCursor(one), linkCursor(other)];
  return first === second ? 0 : first < second ? 1 : -1;
}

/** Parses a `linkCursor`. Throws INVALID for any other text. */
export function parseLinkCursor(cursor: string): Link {
  const [, created_at, source_id, target_id, relation] = CURSOR.exec(cursor) ?? [];
  if (created_at === undefined || source_id === undefined || target_id === undefined || relation === undefined)
    throw invalidCursor();
  // Safe because it is only compared: an unknown relation sorts between known ones.
  return { source_id, target_id, relation: relation as Relation, created_at };
}
