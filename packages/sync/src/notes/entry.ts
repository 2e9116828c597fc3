import type { Relation } from "@knote/contract";

/**
 * What a note and its file were when both were last alike. It is written only then, so that it is a true ancestor of
 * whatever either side becomes.
 */
export interface Entry {
  /** Of the file, from the folder, as the folder lists it. */
  readonly path: string;
  /** Names that the file had earlier: links by them still lead to it. */
  readonly was: readonly string[];
  /** Of the server's note. */
  readonly etag: string;
  /** `digestOfNote` of both sides. */
  readonly note: string;
  /** `digestOfBytes` of the file. */
  readonly file: string;
  /** Tells that the file's bytes are still those; null when they have to be read again. */
  readonly stat: EntryStat | null;
  /** Of the file: finds it under another name while it does not say which note it is. */
  readonly inode: string;
  /** The note that the file says it is: null, or another one's, until this note's id is written into it. */
  readonly fileId: string | null;
  /** Whether its front matter was taken away altogether: its fields and links are the note's until it has some again. */
  readonly isStripped: boolean;
  /** The links that the file names, as they stand in it. */
  readonly references: readonly FileReference[];
  /** Names in the file's text whose links are settled, with the notes that they led to; empty for none. */
  readonly textLinks: Readonly<Record<string, string>>;
}

export interface EntryStat {
  readonly size: number;
  readonly modifiedNs: string;
}

/** A link as it stands in a file. */
export interface FileReference {
  /** Null for a link in the text. */
  readonly relation: Relation | null;
  readonly target: string;
  /** Whether the target begins at the folder of the file, as in Markdown's own links. */
  readonly isRelative: boolean;
}
