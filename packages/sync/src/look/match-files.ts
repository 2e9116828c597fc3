import type { Entry } from "../notes/entry.ts";
import type { OpenState } from "../state/open-state.ts";
import { hold, type Hold, type Listing } from "./list-files.ts";
import type { TextFile } from "./read-file.ts";

export interface Matches {
  /** Files by the note that they are, with an entry or not. */
  readonly byId: ReadonlyMap<string, TextFile>;
  /** Files that are no note yet: without an id, or a second file of one. */
  readonly newFiles: readonly TextFile[];
  /** Notes with an entry whose file is left alone, and why. */
  readonly heldIds: ReadonlyMap<string, Hold>;
  readonly holds: readonly Hold[];
}

/**
 * Finds out which file is which note's: by its id, else by its place, else by its inode or bytes. Of several files with
 * one id, the one at the remembered path is the note's, else the one with the remembered bytes, else the first.
 */
export function matchFiles(
  files: readonly TextFile[],
  { holds, unreadableFolders }: Pick<Listing, "holds" | "unreadableFolders">,
  { entries }: Pick<OpenState, "entries">,
): Matches {
  const allHolds = [...holds];
  const heldPaths = new Map(holds.map((one) => [one.path, one]));
  const heldInodes = new Map(holds.flatMap((one) => (one.inode === undefined ? [] : [[one.inode, one]])));
  const heldIds = new Map<string, Hold>();
  const folderHolds = holds.filter(isFolderHold);
  for (const [id, { path }] of entries) {
    const fileHold = heldPaths.get(path) ?? folderHolds.find((one) => path.startsWith(`${one.path}/`));
    if (fileHold) heldIds.set(id, fileHold);
  }
  const byId = new Map<string, TextFile>();
  const newFiles: TextFile[] = [];
  const candidates = Map.groupBy(
    files.filter(({ id }) => id !== null),
    ({ id }) => id!,
  );
  const filesByPath = new Map(
    [...entries].filter(([id, { fileId }]) => fileId !== id).map(([id, one]) => [one.path, id]),
  );
  for (const [fileId, allWithId] of candidates) {
    // A note made of a file that says it is another: until it says better, its place tells.
    const idOf = ({ path }: TextFile) => {
      const id = filesByPath.get(path);
      return id !== undefined && entries.get(id)!.fileId === fileId ? id : null;
    };
    for (const file of allWithId) if (idOf(file) !== null && !heldIds.has(idOf(file)!)) byId.set(idOf(file)!, file);
    const sameId = allWithId.filter((file) => idOf(file) === null);
    const id = fileId;
    if (sameId.length === 0) continue;
    if (heldIds.has(id)) {
      for (const { path } of sameId) allHolds.push(hold(path, "copy", "A file of the same note is held."));
      continue;
    }
    const match = bestOf(sameId, entries.get(id));
    byId.set(id, match);
    newFiles.push(...sameId.filter((file) => file !== match));
  }
  const freeFiles = new Set(files.filter(({ id }) => id === null));
  // An inode is used again for another file at once, so it counts only while nothing else could tell.
  const waysToFind: { readonly ofFile: (file: TextFile) => string; readonly ofEntry: (entry: Entry) => string }[] = [
    { ofFile: ({ path }) => path, ofEntry: ({ path }) => path },
    { ofFile: ({ file }) => file, ofEntry: ({ file }) => file },
    { ofFile: ({ stat }) => stat.inode, ofEntry: ({ fileId, inode }) => (fileId === null ? inode : "") },
  ];
  const isOpen = ([id]: readonly [string, Entry]) => !byId.has(id) && !heldIds.has(id);
  for (const { ofFile, ofEntry } of freeFiles.size === 0 ? [] : waysToFind) {
    const filesByKey = new Map([...freeFiles].map((file) => [ofFile(file), file]));
    for (const [id, entry] of [...entries].filter(isOpen)) {
      const file = filesByKey.get(ofEntry(entry));
      if (file !== undefined && freeFiles.delete(file)) byId.set(id, file);
    }
  }
  for (const [id, entry] of [...entries].filter(isOpen)) {
    const movedHold = heldInodes.get(entry.inode);
    if (movedHold) heldIds.set(id, movedHold);
    // It can lie where nobody can look.
    else if (unreadableFolders.length > 0)
      heldIds.set(id, hold(entry.path, "unreadable", "A folder cannot be listed."));
  }
  return { byId, newFiles: [...newFiles, ...freeFiles], heldIds, holds: allHolds };
}

function isFolderHold({ reason }: Hold): boolean {
  return reason === "unreadable" || reason === "ignored";
}

function bestOf(files: readonly TextFile[], entry: Entry | undefined): TextFile {
  return files.find(({ path }) => path === entry?.path) ?? files.find(({ file }) => file === entry?.file) ?? files[0]!;
}
