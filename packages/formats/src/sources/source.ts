import type { Problem } from "../graph/found-note.ts";

/** Largest entry, and all entries of a source together. */
export const ENTRY_BYTES = 16 * 1024 * 1024;
export const SOURCE_BYTES = 1024 * 1024 * 1024;
/**
 * How many times its own size an archive may hold, where that is more than one largest entry four times: texts shrink
 * to a third or a tenth, and what shrinks further for that long was made to keep its reader busy.
 */
export const MOST_INFLATION = 100;
export const FREE_BYTES = 4 * ENTRY_BYTES;

/** A file of a folder or an entry of an archive. */
export interface SourceFile {
  /** From the root, with slashes. */
  readonly path: string;
  /** When the file was made or last changed, whichever is earlier. */
  readonly time?: string | undefined;
  /** Reads at most `ENTRY_BYTES`; rejects with a `FormatError` beyond. */
  bytes(): Promise<Uint8Array>;
}

/** Where notes come from. */
export interface Source {
  /** The name of the folder or file, which keys begin with. */
  readonly name: string;
  readonly files: readonly SourceFile[];
  /** Names of folders that begin with a dot: nothing in them is read, but they tell which tool made them. */
  readonly hiddenFolders?: readonly string[];
  /** What was refused while it was opened. */
  readonly problems: readonly Problem[];
}

/** Says why a path cannot be taken; null for a path that stays below its root. */
export function refusalOfPath(path: string): string | null {
  if (path.includes("\0")) return "The name holds a NUL character.";
  if (path.includes("\\")) return "The name holds a backslash.";
  if (/^\/|^[a-z]:/i.test(path)) return "The path is absolute.";
  return path.split("/").includes("..") ? "The path leads out of its folder." : null;
}
