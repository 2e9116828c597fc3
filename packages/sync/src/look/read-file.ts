import { ENTRY_BYTES, FormatError, type OwnFile, readOwnFile } from "@knote/formats";
import { codeOf, type FileStat, type FileSystem } from "../ports/file-system.ts";
import { canonicalNote, type CanonicalNote, digestOfBytes, digestOfNote } from "../notes/canonical-note.ts";
import type { Entry, FileReference } from "../notes/entry.ts";
import { hold, type Hold, type HoldReason, type ListedFile } from "./list-files.ts";

/** A file that is still being written is left alone for so long. */
const FRESH_MS = 300;
/** A change within so long after a look can leave size and time as they were. */
export const CLOCK_TICK_MS = 2_000;

/** How far into a file that cannot be read its id is looked for. */
const ID_REACH = 65_536;
const ID_LINE = /^(?:knote|knote_knote):[ \t]*["']?([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\b/m;

/** A file that a sync can work with. */
export interface TextFile {
  readonly path: string;
  readonly stat: FileStat;
  /** The note that it says it is. */
  readonly id: string | null;
  /** `digestOfBytes`. */
  readonly file: string;
  /** `digestOfNote` of what it says. */
  readonly noteDigest: string;
  /** Null for a file that is as its entry says, and was not read. */
  readonly note: CanonicalNote | null;
  readonly created_at: string | null;
  readonly hasFrontMatter: boolean;
  readonly references: readonly FileReference[];
  /** Names of the text that are no links. */
  readonly notLinked: readonly string[];
}

/** Returns a file as the entry of its path says it is; null when it has to be read. */
export function unchangedFile(file: ListedFile, pair: Pair): TextFile | null {
  return isUnchanged(file, pair.entry) ? asInEntry(file.path, file.stat, pair) : null;
}

/** Whether a file is at the path of its entry, and its size, time and inode tell that its bytes are those. */
export function isUnchanged({ path, stat }: ListedFile, entry: Entry): boolean {
  const { size, modifiedNs } = stat;
  return (
    path === entry.path &&
    entry.stat?.size === size &&
    entry.stat.modifiedNs === modifiedNs &&
    entry.inode === stat.inode
  );
}

/** The note whose file is remembered at a path. */
export interface Pair {
  readonly id: string;
  readonly entry: Entry;
}

/** Returns a file whose bytes are as its entry says; null when they have to be parsed. */
function asInEntry(path: string, stat: FileStat, { id, entry }: Pair): TextFile | null {
  // The fields of a file without front matter are the note's. One that does not say its note can turn out to be another's.
  if (entry.isStripped || entry.fileId !== id) return null;
  return {
    ...{ path, stat, id, file: entry.file, noteDigest: entry.note },
    ...{ note: null, created_at: null, hasFrontMatter: true, references: entry.references, notLinked: [] },
  };
}

/** Reads a file, or says why it is held. Bytes that are known are not parsed again. */
export async function readFile(
  files: FileSystem,
  { path, stat }: ListedFile,
  { now, pair }: { readonly now: number; readonly pair: Pair | null },
): Promise<TextFile | Hold> {
  if (stat.size > ENTRY_BYTES)
    return hold(path, "too-large", `It has more than ${ENTRY_BYTES / 1024 / 1024} MiB.`, stat);
  let bytes: Uint8Array;
  try {
    bytes = await files.read(path);
    const after = await files.stat(path);
    if (after.size !== stat.size || after.modifiedNs !== stat.modifiedNs || after.inode !== stat.inode)
      return hold(path, "changing", "It changed while it was read.", after);
  } catch (error) {
    return hold(path, "unreadable", `It cannot be read (${codeOf(error)}).`, stat);
  }
  const knownFile = pair !== null && digestOfBytes(bytes) === pair.entry.file ? asInEntry(path, stat, pair) : null;
  const file = knownFile ?? parseFile(path, stat, bytes);
  if ("reason" in file) return file;
  const age = now - milliseconds(stat);
  const isFresh = age >= 0 && age < FRESH_MS;
  return isFresh
    ? { ...hold(path, "fresh", "It was written a moment ago.", stat), ...(file.id !== null && { id: file.id }) }
    : file;
}

/** Reads the bytes of a file, or says why it is held. */
export function parseFile(path: string, stat: FileStat, bytes: Uint8Array): TextFile | Hold {
  const text = decode(bytes);
  if (text === null) return hold(path, "encoding", "It is no UTF-8.", stat);
  const heldAs = (reason: HoldReason, detail: string): Hold => {
    const id = ID_LINE.exec(text.slice(0, ID_REACH))?.[1];
    return { ...hold(path, reason, detail, stat), ...(id !== undefined && { id }) };
  };
  let own: OwnFile;
  try {
    own = readOwnFile(path, text);
  } catch (error) {
    if (error instanceof FormatError) return heldAs("front-matter", error.message);
    throw error;
  }
  const { title, content, note_type, tags, importance, archived } = own;
  const note = canonicalNote({ title, content, note_type, tags, importance, archived });
  if (typeof note === "string") return heldAs(content === "" ? "empty" : "refused", note);
  return {
    ...{ path, stat, id: own.id, file: digestOfBytes(bytes), noteDigest: digestOfNote(note), note },
    ...{ created_at: own.created_at, hasFrontMatter: own.hasFrontMatter, references: referencesOf(own) },
    notLinked: own.notLinked.map(({ target }) => target),
  };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether a file had front matter, as its entry knows, and has none any more. */
export function isStripped({ hasFrontMatter }: TextFile, entry: Entry | null): boolean {
  return entry !== null && (entry.fileId !== null || entry.isStripped) && !hasFrontMatter;
}

/** Whether the size and time of a file will tell when it changes. */
export function isSettled(stat: FileStat, now: number): boolean {
  const age = now - milliseconds(stat);
  return age >= CLOCK_TICK_MS;
}

/** A text that takes too long to be searched has no links. */
export function referencesOf({ relations, textLinks }: OwnFile): FileReference[] {
  return [
    ...relations.map(({ relation, link }) => ({ relation, ...link })),
    ...(textLinks ?? []).map((link) => ({ relation: null, ...link })),
  ];
}

export function milliseconds({ modifiedNs }: FileStat): number {
  return Number(BigInt(modifiedNs) / 1_000_000n);
}
