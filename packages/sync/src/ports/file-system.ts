/** What a name of a folder stands for; `other` is a link, a device or a socket, which a sync leaves alone. */
export type FileKind = "file" | "folder" | "other";

export interface FolderItem {
  readonly name: string;
  readonly kind: FileKind;
}

/** What tells one state of a file from another without its bytes. */
export interface FileStat {
  readonly kind: FileKind;
  /** In bytes. */
  readonly size: number;
  /** Time of the last change in nanoseconds, by the clock of the file system. */
  readonly modifiedNs: string;
  /** The disk, and the file on it: stays the same when the file gets another name. */
  readonly device: string;
  readonly inode: string;
  /** Permission bits. */
  readonly mode: number;
}

/**
 * The synced folder. Paths are relative to it, with slashes; `""` is the folder itself. Every method rejects with an
 * error that has Node's `code` (`ENOENT`, `EEXIST`, `ENOSPC`, …). Nothing follows symbolic links.
 */
export interface FileSystem {
  /** Lists a folder: only what is listed exists, as `stat` answers to any case on some disks. */
  list(folder: string): Promise<readonly FolderItem[]>;
  stat(path: string): Promise<FileStat>;
  read(path: string): Promise<Uint8Array>;
  /** Writes a file that must not exist yet, and brings its bytes to the disk. A failure can leave a part of it. */
  create(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  /** Adds bytes to the end of a file, which is created when it is missing; with `flush` brings them to the disk. */
  append(path: string, bytes: Uint8Array, flush: boolean): Promise<void>;
  /** Gives a file another name, and replaces what has that name. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name. Rejects with `EEXIST` when something has it. */
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Creates a folder with those above it; one that exists is fine. */
  makeFolder(path: string): Promise<void>;
  /** Brings the names in a folder to the disk. */
  flushFolder(path: string): Promise<void>;
  /** Takes the lock of this path for this process. Resolves with its release; null when a living process has it. */
  lock(path: string): Promise<(() => Promise<void>) | null>;
}

/** Returns Node's code of a file system's error, or the empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
