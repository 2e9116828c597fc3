import { dirname } from "node:path/posix";
import type { FileKind, FileStat, FileSystem } from "../ports/file-system.ts";

interface Inode {
  readonly number: number;
  readonly kind: FileKind;
  bytes: Uint8Array;
  /** What a power cut leaves of the bytes. */
  flushedBytes: Uint8Array;
  modified: number;
  mode: number;
}

interface Name {
  readonly path: string;
  readonly inode: Inode;
}

export interface MemoryFilesOptions {
  readonly now: () => number;
  /** Whether names that differ in case or composition are the same, as on macOS and Windows. */
  readonly isFolding?: boolean;
  readonly hasHardLinks?: boolean;
  /** Runs before each call of the sync; can throw. */
  readonly beforeCall?: (call: string, path: string, target?: string) => void | Promise<void>;
  /** Runs when people write over a text or remove it. */
  readonly onOverwrite?: (text: string) => void;
}

/** What people and other programs do to the folder. Nothing of this is lost in a power cut. */
export interface People {
  paths(): string[];
  text(path: string): string | null;
  /** Opens the file as an editor does that keeps it open: what it writes reaches the file under any name. */
  open(path: string): { write(text: string): void } | null;
  writeInPlace(path: string, text: string): void;
  writeByRename(path: string, text: string): void;
  remove(path: string): void;
  move(from: string, to: string): void;
  setUnreadable(folder: string, isUnreadable: boolean): void;
  /** The folders that cannot be listed. */
  unreadableFolders(): string[];
}

export interface MemoryFiles extends FileSystem {
  readonly people: People;
  /** Ends the process: with `isPowerCut` also what was not flushed is gone, the last names first. */
  crash(isPowerCut: boolean, lostNames: number): void;
  /** Errors of the next calls that write, such as ENOSPC. */
  failWrites(code: string | null): void;
}

/** An error without a stack, which takes longer than all the rest of a call. */
class FileError {
  readonly code: string;
  readonly message: string;

  constructor(code: string, path: string) {
    this.code = code;
    this.message = `${code}: ${path}`;
  }
}
Object.setPrototypeOf(FileError.prototype, Error.prototype);

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** A file system in memory: inodes, hard links, folded names, and writes that a power cut takes back. */
export function memoryFiles({
  now,
  isFolding = false,
  hasHardLinks = true,
  beforeCall = () => undefined,
  onOverwrite = () => undefined,
}: MemoryFilesOptions): MemoryFiles {
  /** By folded path. */
  const names = new Map<string, Name>();
  /** Folded paths by that of their folder. */
  const children = new Map<string, Set<string>>();
  let nextInode = 1;
  let pendingUndos: (() => void)[] = [];
  let locks = new Set<string>();
  let writeFailure: string | null = null;
  const unreadable = new Set<string>();
  const fold = (path: string) => (isFolding ? path.normalize("NFC").toLowerCase() : path);

  const fail = (code: string, path: string): never => {
    throw new FileError(code, path);
  };
  const find = (path: string) => names.get(fold(path)) ?? fail("ENOENT", path);
  const put = (foldedPath: string, name: Name) => {
    names.set(foldedPath, name);
    const folder = dirname(foldedPath);
    const ofFolder = children.get(folder);
    if (ofFolder) ofFolder.add(foldedPath);
    else children.set(folder, new Set([foldedPath]));
  };
  const drop = (foldedPath: string) => {
    names.delete(foldedPath);
    children.get(dirname(foldedPath))?.delete(foldedPath);
  };
  const set = (path: string, inode: Inode) => {
    const foldedPath = fold(path);
    const before = names.get(foldedPath);
    put(foldedPath, { path: before?.path ?? path, inode });
    pendingUndos.push(() => (before ? put(foldedPath, before) : drop(foldedPath)));
  };
  const unset = (path: string) => {
    const before = find(path);
    const foldedPath = fold(path);
    drop(foldedPath);
    pendingUndos.push(() => put(foldedPath, before));
  };
  const make = (kind: FileKind, bytes: Uint8Array = new Uint8Array(), mode = 0o644): Inode => ({
    ...{ number: nextInode++, kind, bytes, mode },
    flushedBytes: new Uint8Array(),
    modified: now(),
  });
  const requireFolder = (path: string) => {
    const folder = dirname(path);
    if (folder !== "." && find(folder).inode.kind !== "folder") fail("ENOTDIR", path);
  };
  const flush = () => void (pendingUndos = []);
  const flushBytes = (inode: Inode) => void (inode.flushedBytes = inode.bytes);
  const failIfFull = (path: string) => {
    if (writeFailure !== null) fail(writeFailure, path);
  };
  const childrenOf = (folder: string) =>
    [...(children.get(folder === "" ? "." : fold(folder)) ?? [])].map((foldedPath) => names.get(foldedPath)!);
  const moveFile = (from: string, to: string) => {
    const { inode } = find(from);
    requireFolder(to);
    if (inode.kind === "folder") {
      const below = [...names].filter(([foldedPath]) => foldedPath.startsWith(`${fold(from)}/`));
      for (const [foldedPath, { path, inode: one }] of below) {
        drop(foldedPath);
        const newPath = to + path.slice(from.length);
        put(fold(newPath), { path: newPath, inode: one });
      }
    }
    const namesBefore = pendingUndos.length;
    unset(from);
    if (names.has(fold(to))) unset(to);
    set(to, inode);
    // A file system with a journal leaves a file its old name or its new one after a crash, never none.
    const undos = pendingUndos.splice(namesBefore);
    pendingUndos.push(() => undos.toReversed().forEach((undo) => undo()));
  };
  const isUnreadable = (path: string) => [...unreadable].some((one) => path === one || path.startsWith(`${one}/`));

  const call = async <T>(name: string, path: string, work: () => T, target?: string): Promise<T> => {
    const before = beforeCall(name, path, target);
    if (before !== undefined) await before;
    return work();
  };

  const people: People = {
    paths: () =>
      [...names.values()]
        .filter(({ inode }) => inode.kind === "file")
        .map(({ path }) => path)
        .toSorted(),
    text: (path) => {
      const inode = names.get(fold(path))?.inode;
      return inode?.kind === "file" ? decoder.decode(inode.bytes) : null;
    },
    open(path) {
      const inode = names.get(fold(path))?.inode;
      if (inode?.kind !== "file") return null;
      return {
        write(text) {
          onOverwrite(decoder.decode(inode.bytes));
          inode.bytes = encoder.encode(text);
          inode.modified = now();
          flushBytes(inode);
        },
      };
    },
    writeInPlace(path, text) {
      makeFolders(dirname(path));
      if (!names.has(fold(path))) set(path, make("file"));
      people.open(path)!.write(text);
      flush();
    },
    writeByRename(path, text) {
      makeFolders(dirname(path));
      const inode = make("file", encoder.encode(text));
      flushBytes(inode);
      onOverwrite(people.text(path) ?? "");
      if (names.has(fold(path))) unset(path);
      set(path, inode);
      flush();
    },
    remove(path) {
      if (!names.has(fold(path))) return;
      onOverwrite(people.text(path) ?? "");
      for (const [child] of [...names].filter(([one]) => one.startsWith(`${fold(path)}/`))) drop(child);
      unset(path);
      flush();
    },
    move(from, to) {
      if (!names.has(fold(from)) || (fold(from) !== fold(to) && names.has(fold(to)))) return;
      makeFolders(dirname(to));
      moveFile(from, to);
      flush();
    },
    unreadableFolders: () => [...unreadable].filter((path) => names.has(fold(path))),
    setUnreadable: (folder, isSet) => void (isSet ? unreadable.add(folder) : unreadable.delete(folder)),
  };

  function makeFolders(path: string): void {
    if (path === "." || path === "" || names.has(fold(path))) return;
    makeFolders(dirname(path));
    set(path, make("folder"));
  }

  return {
    people,
    list: (folder) =>
      call("list", folder, () => {
        if (isUnreadable(folder)) fail("EACCES", folder);
        if (folder !== "" && find(folder).inode.kind !== "folder") fail("ENOTDIR", folder);
        return childrenOf(folder).map(({ path, inode }) => ({
          name: path.slice(path.lastIndexOf("/") + 1),
          kind: inode.kind,
        }));
      }),
    stat: (path) =>
      call("stat", path, (): FileStat => {
        if (path === "") return { kind: "folder", size: 0, modifiedNs: "0", device: "1", inode: "0", mode: 0o755 };
        const { inode } = find(path);
        return {
          kind: inode.kind,
          size: inode.bytes.length,
          modifiedNs: `${inode.modified}000000`,
          device: "1",
          inode: String(inode.number),
          mode: inode.mode,
        };
      }),
    read: (path) =>
      call("read", path, () => {
        if (isUnreadable(path)) fail("EACCES", path);
        return find(path).inode.bytes;
      }),
    create: (path, bytes, mode) =>
      call("create", path, () => {
        requireFolder(path);
        if (names.has(fold(path))) fail("EEXIST", path);
        const inode = make("file", writeFailure === null ? bytes : bytes.slice(0, bytes.length / 2), mode);
        set(path, inode);
        failIfFull(path);
        flushBytes(inode);
      }),
    append: (path, bytes, isFlushed) =>
      call("append", path, () => {
        failIfFull(path);
        if (!names.has(fold(path))) set(path, make("file"));
        const { inode } = find(path);
        inode.bytes = Buffer.concat([inode.bytes, bytes]);
        inode.modified = now();
        if (isFlushed) {
          flushBytes(inode);
          flush();
        }
      }),
    rename: (from, to) => call("rename", from, () => moveFile(from, to), to),
    link: (from, to) =>
      call("link", to, () => {
        if (!hasHardLinks) fail("EPERM", to);
        const { inode } = find(from);
        requireFolder(to);
        if (names.has(fold(to))) fail("EEXIST", to);
        set(to, inode);
      }),
    unlink: (path) => call("unlink", path, () => unset(path)),
    makeFolder: (path) => call("makeFolder", path, () => makeFolders(path)),
    flushFolder: (path) => call("flushFolder", path, flush),
    lock: async (path) => {
      if (locks.has(path)) return null;
      const locksBefore = locks;
      locksBefore.add(path);
      return async () => void locksBefore.delete(path);
    },
    crash(isPowerCut, lostNames) {
      locks = new Set();
      if (!isPowerCut) return;
      for (const undo of pendingUndos
        .slice(pendingUndos.length - Math.min(lostNames, pendingUndos.length))
        .toReversed())
        undo();
      flush();
      for (const { inode } of names.values()) inode.bytes = inode.flushedBytes;
    },
    failWrites: (code) => void (writeFailure = code),
  };
}
