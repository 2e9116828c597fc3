import type { Entry } from "../notes/entry.ts";

/** What a look found of a note's file. */
export type FileState =
  /** No listed file is this note's. */
  | { readonly kind: "gone" }
  /** It lies there and must be left alone until it can be read, or is no longer ignored. */
  | { readonly kind: "held" }
  | {
      readonly kind: "text";
      readonly path: string;
      /** `digestOfNote` of what it says. */
      readonly note: string;
      /** `digestOfBytes`. */
      readonly file: string;
      /** Whether it says which note it is. */
      readonly hasId: boolean;
    };

/** What a look found of the server's note. */
export type HeadState =
  | { readonly kind: "live"; readonly etag: string; readonly likeness: Likeness }
  | { readonly kind: "trash" }
  /** No note has the id: it was purged, never was, or the file has none. */
  | { readonly kind: "none" };

/** How the texts of a file and of a live note compare; `unread` while the server's text has not been read. */
export type Likeness =
  | "unread"
  | "alike"
  /** The file says what the note said in an earlier revision. */
  | "earlier"
  /** Both changed since they were alike, and the changes fit together. */
  | "mergeable"
  | "apart";

/** What is done about one note and its file. */
export type Act =
  | "nothing"
  /** The file is left alone, and so is the note. */
  | "wait"
  /** Read the server's text, compare, and decide again. */
  | "compare"
  /** Both are alike: remember how they are now. */
  | "record"
  /** Write into the file which note it is. */
  | "label"
  /** The file's text goes to the server. */
  | "push"
  /** The server's text goes into the file, which is made when there is none. */
  | "write"
  /** The merger of both texts goes to both. */
  | "merge"
  /** The file's text becomes a note of its own, and the server's goes into the file. */
  | "conflict"
  /** A note comes out of the file. */
  | "create"
  /** The note comes back from the trash; then the rest is decided. */
  | "restore"
  | "delete-note"
  | "trash-file"
  /** Both are gone: forget the pair. */
  | "forget";

/**
 * Decides what is done about one note and its file. Nothing else decides. Never called with a file that is gone and a
 * note that is not live when there is no entry, as then there is nothing to decide about.
 */
export function decide(entry: Entry | null, file: FileState, head: HeadState): Act {
  return entry === null ? withoutEntry(file, head) : withEntry(entry, file, head);
}

function withEntry(entry: Entry, file: FileState, head: HeadState): Act {
  switch (file.kind) {
    case "held":
      return "wait";
    case "gone":
      if (head.kind !== "live") return "forget";
      return head.etag === entry.etag ? "delete-note" : "write";
    case "text": {
      const isChanged = file.note !== entry.note;
      switch (head.kind) {
        case "live":
          if (head.etag === entry.etag) return isChanged ? "push" : sameTexts(entry, file);
          return isChanged ? bothChanged(head.likeness) : "write";
        case "trash":
          return isChanged ? "restore" : "trash-file";
        case "none":
          return isChanged ? "create" : "trash-file";
      }
    }
  }
}

function sameTexts(entry: Entry, file: FileState & { readonly kind: "text" }): Act {
  if (!file.hasId) return "label";
  return file.path === entry.path && file.file === entry.file ? "nothing" : "record";
}

function bothChanged(likeness: Likeness): Act {
  switch (likeness) {
    case "unread":
      return "compare";
    case "alike":
      return "record";
    case "mergeable":
      return "merge";
    // The text of an earlier revision is an edit here: somebody took a change back.
    case "earlier":
    case "apart":
      return "conflict";
  }
}

function withoutEntry(file: FileState, head: HeadState): Act {
  switch (file.kind) {
    case "held":
      return "wait";
    case "gone":
      return head.kind === "live" ? "write" : "nothing";
    case "text":
      switch (head.kind) {
        case "none":
          return "create";
        case "trash":
          return "restore";
        case "live":
          return actWithoutPair(head.likeness);
      }
  }
}

function actWithoutPair(likeness: Likeness): Act {
  switch (likeness) {
    case "unread":
      return "compare";
    case "alike":
      return "record";
    case "earlier":
      return "write";
    case "mergeable":
    case "apart":
      return "conflict";
  }
}
