import type { ActivityEvent, Link, NoteRevision, NoteType } from "@knote/contract";
import type { IndexTerms } from "../text/analyze.ts";

/** So many notes of one title key `findByTitleKeys` answers at most. */
export const IDS_PER_TITLE = 20;

/** A note as kept. Times are ISO 8601 UTC with milliseconds, so that they sort as text. */
export interface StoredNote {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly note_type: NoteType;
  readonly tags: readonly string[];
  readonly importance: number;
  /** The owner's flag; every other state is derived. */
  readonly archived: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  /** Counts from 1, one more with every change. */
  readonly revision: number;
}

/** All of a note but its content. */
export type NoteOutline = Omit<StoredNote, "content">;

/** A note to be written with all that search needs of it. `titleKey` comes from `titleKey()`. */
export interface NoteWrite {
  readonly note: StoredNote;
  readonly terms: IndexTerms;
  readonly titleKey: string;
}

/** A note that its sender may have given a key, unique per owner. */
export interface KeyedWrite extends NoteWrite {
  readonly key: string | null;
}

/** What became of a `KeyedWrite`: `earlier` is the note that has its key, live or deleted. */
export type KeyedOutcome =
  | { readonly created: true }
  | { readonly created: false; readonly earlier: StoredNote; readonly deleted: boolean };

export interface TitledNote {
  readonly id: string;
  readonly title: string;
}

/** Place in the order newest first: `created_at`, then id, both descending. */
export interface NotePosition {
  readonly created_at: string;
  readonly id: string;
}

/**
 * Which notes, told by ids because states are derived by the domain: archived ones or not,
 * and of the others all, none, only some, or all except some.
 */
export interface StateSelection {
  readonly archived: boolean;
  readonly others: "all" | "none" | { readonly only: ReadonlySet<string> } | { readonly except: ReadonlySet<string> };
}

/** Any of one name, all names together; absent means unfiltered. */
export interface NoteSelection {
  readonly noteTypes?: readonly NoteType[];
  /** Compared case-insensitively by `foldTag`. */
  readonly tags?: readonly string[];
  readonly states?: StateSelection;
}

export interface NoteCounts {
  readonly totalNotes: number;
  readonly byType: Readonly<Partial<Record<NoteType, number>>>;
  /** Links whose ends are both live. */
  readonly totalLinks: number;
  /** Notes with no such link. */
  readonly orphans: number;
}

/**
 * Notes by owner. "Live" means not deleted. Every method leads with the owner: another's note is
 * absent. A write is durable when its promise resolves (it survives SIGKILL), visible to every later
 * read, and all or nothing together with its terms and its earlier revision. `events` are appended to
 * the owner's activity with the write: in the same transaction where the engine has one, right after
 * it elsewhere.
 */
export interface NoteStore {
  /** Stores a new note, marked for indexing. CONFLICT when the owner has the id already. */
  insert(userId: string, write: NoteWrite, events: readonly ActivityEvent[]): Promise<void>;
  /**
   * `insert` together with links from the note to others, all or none: nobody sees the note before its links, or a
   * link of a note that never came to be. NOT_FOUND when the engine knows no such target. At most 100 links a call.
   */
  insertLinked(
    userId: string,
    write: NoteWrite,
    links: readonly Link[],
    events: readonly ActivityEvent[],
  ): Promise<void>;
  /**
   * Stores new notes, marked for indexing, all or none: without those whose key the owner has already given to
   * a note, of an earlier call or of this one. Returns outcomes in their order. A key goes with its note: a deleted note
   * keeps it, a purged one frees it. CONFLICT when the owner has an id already. At most 1,000 notes a call.
   */
  insertMany(userId: string, writes: readonly KeyedWrite[]): Promise<KeyedOutcome[]>;
  /** `[name, id]` for each of `names` that is the key or, if no live note has that key, the id of a live note. At most 2,000 names a call. */
  findByKeysOrIds(userId: string, names: readonly string[]): Promise<Map<string, string>>;
  /**
   * Replaces the live note if its revision is still `write.note.revision - 1`, keeping the earlier one
   * in the history and marking it for indexing if its title or content changed. False, and nothing
   * changed, otherwise.
   */
  update(userId: string, write: NoteWrite, events: readonly ActivityEvent[]): Promise<boolean>;
  /** The live note or null. */
  get(userId: string, id: string): Promise<StoredNote | null>;
  /** The live ones among `ids`, in any order; duplicates once. At most 1,000 ids a call. */
  getMany(userId: string, ids: readonly string[]): Promise<StoredNote[]>;
  /** Up to `limit` live notes of the selection after `after`, newest first. */
  list(
    userId: string,
    selection: NoteSelection,
    page: { readonly limit: number; readonly after?: NotePosition },
  ): Promise<StoredNote[]>;
  /** Up to `limit` live notes after `after`, newest first. Their contents are not read. */
  outlines(userId: string, page: { readonly limit: number; readonly after?: NotePosition }): Promise<NoteOutline[]>;
  /**
   * Up to `limit` revisions older than `before`, newest first; without `before` the current one leads. Empty when
   * there are none, or the note is not live.
   */
  history(
    userId: string,
    id: string,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<NoteRevision[]>;
  /** Hides the live note, its links and terms from every reader at once. False when there is none. */
  delete(userId: string, id: string, deletedAt: string, events: readonly ActivityEvent[]): Promise<boolean>;
  /**
   * The deleted, unpurged note is live again, marked for indexing, with the events that `eventsOf` tells of it; a note
   * that is not deleted is left as it is, and tells nothing. True when it is live now.
   */
  restore(userId: string, id: string, eventsOf: (note: StoredNote) => readonly ActivityEvent[]): Promise<boolean>;
  /** Removes a note, live or deleted, with its links, history, terms and vectors. False when there is none. */
  purge(userId: string, id: string, events: readonly ActivityEvent[]): Promise<boolean>;
  /** Purges, for all users, at most `limit` notes deleted before the time. Returns how many. */
  purgeDeletedBefore(deletedBefore: string, limit: number): Promise<number>;
  /** Live notes among `ids` that the owner archived. */
  archivedIds(userId: string, ids: readonly string[]): Promise<string[]>;
  /** Live notes by title key: `[key, ids]` for each of `titleKeys` that has any; at most `IDS_PER_TITLE` a key. */
  findByTitleKeys(userId: string, titleKeys: readonly string[]): Promise<Map<string, string[]>>;
  /** Live notes whose title key begins with `beginning`, the empty one with all, in the order of the keys; at most `limit`. */
  findByTitleBeginning(userId: string, beginning: string, limit: number): Promise<TitledNote[]>;
  /**
   * Tags of live notes whose folded form begins with `beginning`, which is folded: each once, as one of its notes
   * spells it, at most `limit`. The most used first, as far as the engine counts, then by their folded form. A
   * beginning that over 5,000 notes have in other tags than itself may miss some of these.
   */
  findTags(userId: string, beginning: string, limit: number): Promise<string[]>;
  counts(userId: string): Promise<NoteCounts>;
}

/** Orders notes as lists are ordered. */
export function newestFirst(one: NotePosition, other: NotePosition): number {
  return descending(one.created_at, other.created_at) || descending(one.id, other.id);
}

function descending(one: string, other: string): number {
  return one === other ? 0 : one < other ? 1 : -1;
}

/** Whether no note can be of the selection. */
export function selectsNothing({ noteTypes, tags, states }: NoteSelection): boolean {
  const noState = states !== undefined && !states.archived && states.others === "none";
  return noteTypes?.length === 0 || tags?.length === 0 || noState;
}

/** The only notes that states let through, if they are named. */
export function namedOnly(states: StateSelection | undefined): ReadonlySet<string> | null {
  if (states === undefined || states.archived || typeof states.others === "string") return null;
  return "only" in states.others ? states.others.only : null;
}
