import type { Relation } from "@knote/contract";
import type { CanonicalNote } from "../notes/canonical-note.ts";

export interface SyncLink {
  readonly source: string;
  readonly target: string;
  readonly relation: Relation;
}

/** A live note as the server has it. */
export interface ServerNote {
  readonly id: string;
  readonly etag: string;
  readonly note: CanonicalNote;
  readonly created_at: string;
}

/** The states of all notes, by id. */
export interface Heads {
  /** Etags and digests of the links of live notes. */
  readonly live: ReadonlyMap<string, { readonly etag: string; readonly links: string }>;
  /** Etags of notes in the trash. */
  readonly trash: ReadonlyMap<string, string>;
}

/** A note to create. The same key creates one note, however often it is sent. */
export interface NewNote {
  readonly key: string;
  readonly note: CanonicalNote;
  /** ISO 8601; now by default, and never in the future. */
  readonly created_at?: string;
}

/** `isNew`: false when the key was there already, whatever its note says now. */
export type Creation =
  | { readonly id: string; readonly isNew: boolean; readonly isDeleted: boolean }
  | { readonly refusal: string };

/** `stale`: the note is in another state than the etag names; `gone`: it is deleted or unknown. */
export type Update = { readonly etag: string } | "stale" | "gone";
export type Deletion = "deleted" | "stale" | "gone";

/**
 * The service that holds the notes of one user. A method that rejects may have done its work all the same: the answer
 * can be what got lost. `ServerRefusal` says that the service has answered and will not do it.
 */
export interface SyncServer {
  /**
   * Returns what tells services and users apart: the address, and the user where that is known. For a folder that was
   * synced before it is the name that the folder knows, as long as that can mean this service and user.
   */
  identityFor(earlier: string | null): string;
  /** Rejects when the list was cut off before its end. */
  heads(): Promise<Heads>;
  /** Returns the live notes among the ids, in any order. */
  read(ids: readonly string[]): Promise<readonly ServerNote[]>;
  /** Returns the texts that a live note has had, with their numbers; none for a note that is not live. */
  revisions(id: string): Promise<readonly Revision[]>;
  /** Replaces a note that is in the state of the etag. Without a difference the etag stays. */
  update(id: string, note: CanonicalNote, etag: string): Promise<Update>;
  /** Returns a result for each note, in order. */
  create(notes: readonly NewNote[]): Promise<readonly Creation[]>;
  delete(id: string, etag: string): Promise<Deletion>;
  /** Brings a note back from the trash; false when it is not there any more. */
  restore(id: string): Promise<boolean>;
  /** Returns all links between live notes. */
  links(): Promise<readonly SyncLink[]>;
  /** Returns for each link null, or why it was refused. A link that exists is no refusal. */
  addLinks(links: readonly SyncLink[]): Promise<readonly (string | null)[]>;
  /** Removes a link; one that is not there is fine. */
  removeLink(link: SyncLink): Promise<void>;
}

export interface Revision {
  readonly revision: number;
  /** The flag is not part of a revision. */
  readonly note: Omit<CanonicalNote, "archived">;
}

/** The service has answered that it will not do what a sync asked for. */
export class ServerRefusal extends Error {
  override readonly name = "ServerRefusal";
}

/** Returns the number of the revision that an etag names. */
export function revisionOf(etag: string): number {
  return Number(/^"(\d+)\./.exec(etag)?.[1] ?? Number.NaN);
}
