import type { Link, NoteRevision, NoteType } from "@knote/contract";
import type { IndexTerms } from "../text/analyze.ts";
import type { Notice } from "./notice.ts";

/** Most notes that `findByTitleKeys` returns for one key. */
export const IDS_PER_TITLE = 20;

/** A note as stored. Times are ISO 8601 UTC with milliseconds, so that they sort as text. */
export interface StoredNote {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly note_type: NoteType;
  readonly tags: readonly string[];
  readonly importance: number;
  /** Set by the owner; every other state is derived from links. */
  readonly archived: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  /** Starts at 1 and grows by 1 with every change. */
  readonly revision: number;
  /** When the present claim was worded: the time of the last change of the title that changed its `titleKey`. */
  readonly claimed_at: string;
}

/** A revision of a note as stored. */
export interface StoredRevision extends NoteRevision {
  /** Whether the note was archived then; null for a revision that was stored before this flag was. */
  readonly archived: boolean | null;
}

/** A revision of a past time, with the note that it belongs to. */
export interface PastRevision extends StoredRevision {
  readonly id: string;
}

/** A live note that was changed after it was written. */
export interface ChangedNote {
  readonly id: string;
  readonly created_at: string;
  /** When it was last changed. */
  readonly updated_at: string;
  /** When its title or content last changed; its creation if never. */
  readonly text_changed_at: string;
  /** Whether it is archived now. */
  readonly archived: boolean;
}

/** What is known of a note in the trash. */
export interface DeletedNote extends Pick<StoredNote, "id" | "revision" | "updated_at"> {
  readonly deleted_at: string;
}

/** A note without what costs most to read. */
export type NoteOutline = Omit<StoredNote, "content" | "claimed_at">;

/** What selections ask of a note. */
export type SelectedNote = Omit<NoteOutline, "title" | "importance" | "revision">;

/** A note to write, with what search needs of it. `titleKey` comes from `titleKey()`. */
export interface NoteWrite {
  readonly note: StoredNote;
  readonly terms: IndexTerms;
  readonly titleKey: string;
}

/** A note with the optional key that its sender gave it, unique per owner. */
export interface KeyedWrite extends NoteWrite {
  readonly key: string | null;
}

/** The outcome of a `KeyedWrite`. `earlier` is the note that already has its key, live or deleted. */
export type KeyedOutcome =
  | { readonly created: true }
  | { readonly created: false; readonly earlier: StoredNote; readonly isDeleted: boolean };

export interface TitledNote {
  readonly id: string;
  readonly title: string;
}

/** Position in the newest-first order: `created_at`, then id, both descending. */
export interface NotePosition {
  readonly created_at: string;
  readonly id: string;
}

/** Returns the position before all notes that were created up to the time. */
export function positionAt(created_at: string): NotePosition {
  return { created_at, id: "\u{10ffff}" };
}

/**
 * Selects notes by state: archived ones or not, and of the others all, none, only some, or all except some.
 * By ids, because the domain derives states, not the engine.
 */
export interface StateSelection {
  readonly archived: boolean;
  readonly others: "all" | "none" | { readonly only: ReadonlySet<string> } | { readonly except: ReadonlySet<string> };
}

/** Filters of a list: any value within a field, all fields together; an absent field does not filter. */
export interface NoteSelection {
  readonly noteTypes?: readonly NoteType[];
  /** Compared case-insensitively by `foldTag`. */
  readonly tags?: readonly string[];
  /** Leaves out notes with any of these tags, compared in the same way. */
  readonly withoutTags?: readonly string[];
  readonly states?: StateSelection;
  readonly time?: TimeRange;
  /** Only notes that were last changed, or created and never changed, by this time. */
  readonly unchangedSince?: string;
}

/** Selects notes by `created_at`, which a note's id also carries: from a time on, and before another. */
export interface TimeRange {
  readonly from?: string;
  readonly before?: string;
}

export interface NoteCounts {
  readonly totalNotes: number;
  readonly byType: Readonly<Partial<Record<NoteType, number>>>;
  /** Links whose ends are both live. */
  readonly totalLinks: number;
  /** Notes without any such link. */
  readonly orphans: number;
}

/**
 * Notes by owner. "Live" means not deleted. Every method takes the owner first; notes of other owners do not exist
 * for it. A write is durable when its promise resolves (it survives SIGKILL), visible to every later
 * read, and atomic together with its terms and its earlier revision. The events of `notices` are appended to the
 * owner's activity with the write: in the same transaction where the engine has one, otherwise right after it. Their
 * messages are there when the write is: see `WebhookStore`.
 */
export interface NoteStore {
  /** Stores a new note, marked for indexing. Throws CONFLICT when the owner already has the id. */
  insert(userId: string, write: NoteWrite, notices: readonly Notice[]): Promise<void>;
  /**
   * Stores a new note together with links from it, atomically: nobody sees the note without its links, or a link
   * without the note. Throws NOT_FOUND when a target does not exist. At most 100 links a call.
   */
  insertLinked(userId: string, write: NoteWrite, links: readonly Link[], notices: readonly Notice[]): Promise<void>;
  /**
   * Stores new notes atomically, marked for indexing, and skips those whose key another note of the owner has, from an
   * earlier call or this one. Returns the outcomes in the order of the writes. A deleted note keeps its key, a purged
   * one frees it. Throws CONFLICT when the owner already has an id. At most 1,000 notes a call.
   */
  insertMany(userId: string, writes: readonly KeyedWrite[]): Promise<KeyedOutcome[]>;
  /**
   * Returns the id by name for each of `names` that is the key or, if no live note has that key, the id of a live note.
   * At most 2,000 names a call.
   */
  findByKeysOrIds(userId: string, names: readonly string[]): Promise<Map<string, string>>;
  /**
   * Replaces the live note if its revision is still `write.note.revision - 1`; otherwise returns false and changes
   * nothing. Keeps the earlier revision in the history; marks the note for indexing if its title or content changed.
   */
  update(userId: string, write: NoteWrite, notices: readonly Notice[]): Promise<boolean>;
  /** Returns the live note or null. */
  get(userId: string, id: string): Promise<StoredNote | null>;
  /** Returns the live notes among `ids`, in any order; duplicates once. At most 1,000 ids a call. */
  getMany(userId: string, ids: readonly string[]): Promise<StoredNote[]>;
  /** Returns up to `limit` live notes of the selection after `after`, newest first. */
  list(
    userId: string,
    selection: NoteSelection,
    page: { readonly limit: number; readonly after?: NotePosition },
  ): Promise<StoredNote[]>;
  /** Returns up to `limit` live notes after `after`, newest first, without reading their contents. */
  outlines(userId: string, page: { readonly limit: number; readonly after?: NotePosition }): Promise<NoteOutline[]>;
  /**
   * Returns up to `limit` revisions older than `before`, newest first; without `before`, from the current one on.
   * Empty when there are none, or the note is not live.
   */
  history(
    userId: string,
    id: string,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<StoredRevision[]>;
  /**
   * Returns up to `limit` live notes that were changed after the time, by the time of their last change and id, after
   * the note `after` of an earlier page. A note that was only created is not among them.
   */
  changedSince(
    userId: string,
    since: string,
    page: { readonly limit: number; readonly after?: Pick<ChangedNote, "updated_at" | "id"> },
  ): Promise<ChangedNote[]>;
  /**
   * Returns the last revision up to `at` of each live note among `ids` that has been changed since, in any order. A
   * note that is as it was then, or was not written yet, is left out. At most 1,000 ids a call. Many revisions do not
   * block other callers.
   */
  revisionsAt(userId: string, ids: readonly string[], at: string): Promise<PastRevision[]>;
  /** Returns up to `limit` notes of the trash whose ids come after `after`, ordered by id. */
  trash(userId: string, page: { readonly limit: number; readonly after?: string }): Promise<DeletedNote[]>;
  /** Returns the key of each live note among `ids` that has one, by id. At most 1,000 ids a call. */
  keysOf(userId: string, ids: readonly string[]): Promise<Map<string, string>>;
  /** Counts the notes in the trash that were deleted after one time and up to another. */
  countDeleted(userId: string, period: { readonly after: string; readonly upTo: string }): Promise<number>;
  /**
   * Hides the live note, its links and terms from every reader at once. Returns false when there is none, or when it
   * has another revision than the given one.
   */
  delete(
    userId: string,
    id: string,
    deletedAt: string,
    notices: readonly Notice[],
    revision?: number,
  ): Promise<boolean>;
  /**
   * Makes the deleted, unpurged note live again, marks it for indexing and gives the notices of `noticesOf`. Leaves a
   * note that is not deleted unchanged, without notices. Returns whether the note is live now.
   */
  restore(userId: string, id: string, noticesOf: (note: StoredNote) => readonly Notice[]): Promise<boolean>;
  /** Removes a note, live or deleted, with its links, history, terms and vectors. Returns false when there is none. */
  purge(userId: string, id: string, notices: readonly Notice[]): Promise<boolean>;
  /** Purges at most `limit` notes of all users that were deleted before the time. Returns how many. */
  purgeDeletedBefore(deletedBefore: string, limit: number): Promise<number>;
  /** Returns ids of live notes by title key, for each of `titleKeys` that has any; at most `IDS_PER_TITLE` a key. */
  findByTitleKeys(userId: string, titleKeys: readonly string[]): Promise<Map<string, string[]>>;
  /** Returns up to `limit` live notes whose title key begins with `beginning` (all when empty), ordered by key. */
  findByTitleBeginning(userId: string, beginning: string, limit: number): Promise<TitledNote[]>;
  /**
   * Returns up to `limit` tags of live notes whose folded form begins with the folded `beginning`, each once, in the
   * spelling of one of its notes. Most used first, as far as the engine counts, then by folded form. For a beginning
   * that over 5,000 notes share in longer tags, some of those tags may be missing.
   */
  findTags(userId: string, beginning: string, limit: number): Promise<string[]>;
  counts(userId: string): Promise<NoteCounts>;
}

/** Compares two notes in the order of lists. */
export function newestFirst(one: NotePosition, other: NotePosition): number {
  return descending(one.created_at, other.created_at) || descending(one.id, other.id);
}

function descending(one: string, other: string): number {
  return one === other ? 0 : one < other ? 1 : -1;
}

/** Whether the time lies in the range. */
export function isCreatedIn({ from, before }: TimeRange, created_at: string): boolean {
  return (from === undefined || created_at >= from) && (before === undefined || created_at < before);
}

/** Whether no note can match the selection. */
export function selectsNothing({ noteTypes, tags, states }: NoteSelection): boolean {
  const noState = states !== undefined && !states.archived && states.others === "none";
  return noteTypes?.length === 0 || tags?.length === 0 || noState;
}

/** Returns the ids that a selection of states allows, or null when it does not list them. */
export function namedOnly(states: StateSelection | undefined): ReadonlySet<string> | null {
  if (states === undefined || states.archived || typeof states.others === "string") return null;
  return "only" in states.others ? states.others.only : null;
}
