import type { Relation } from "@knote/contract";
import type { Entry } from "../notes/entry.ts";

export const FORMAT = "knote-sync-1";

/** A note that is being created, and the name by which the server knows that. */
export interface Creating {
  readonly key: string;
  /** `digestOfNote` of what was sent first. */
  readonly note: string;
  readonly inode: string;
}

/** What a folder remembers between two syncs. */
export interface State {
  readonly format: typeof FORMAT;
  /** The service and its user. */
  readonly server: string;
  /** Names the folder in the keys of what it creates. */
  readonly folder: string;
  readonly machine: string;
  /** The disk and the inode of the folder. */
  readonly place: string;
  readonly notes: Readonly<Record<string, Entry>>;
  /** The links that both sides had, in order of their ends. */
  readonly links: readonly LinkKey[];
  /** A digest of the links of all heads, when they were last compared. */
  readonly headLinks: string;
  /** By the path of the file. */
  readonly creating: Readonly<Record<string, Creating>>;
}

export type LinkKey = readonly [source: string, relation: Relation, target: string];

/** What a sync is about to do to a file, so that a later one can finish or undo it. */
export interface Intent {
  readonly kind: "write" | "trash";
  readonly path: string;
  /** Where the file goes that stands at the path; null when none does. */
  readonly aside: string | null;
  /** `digestOfBytes` of that file. */
  readonly file: string | null;
  /** The new bytes, and where they wait; null when there are none. */
  readonly temporary: string | null;
}

/** A line of the journal. */
export type JournalLine =
  | { readonly intent: Intent }
  | { readonly entry: readonly [id: string, entry: Entry | null] }
  | { readonly creating: readonly [path: string, creating: Creating | null] };
