import { FormatError } from "../format-error.ts";
import { ENTRY_BYTES, type SourceFile } from "./source.ts";

/** Largest file that is read whole: a longer text does not fit into memory several times. */
const SINGLE_FILE_BYTES = 256 * 1024 * 1024;
const ARCHIVES = [".zip", ".bear2bk"];

/** A file of a disk, as the system describes it. */
export interface DiskFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  /** Whether the file is all that is read, and not one of a folder. */
  readonly isSingle: boolean;
  read(): Promise<Uint8Array>;
}

/** Returns a file that refuses to be read when it is too large, and that says so when it is gone by then. */
export function boundedFile({ path, size, timeMs, isSingle, read }: DiskFile): SourceFile {
  const most = isSingle ? SINGLE_FILE_BYTES : ENTRY_BYTES;
  return {
    path,
    time: new Date(timeMs).toISOString(),
    async bytes() {
      if (size > most) throw new FormatError(`The file has more than ${most / 1024 / 1024} MiB.`);
      try {
        return await read();
      } catch (cause) {
        throw new FormatError("The file cannot be read; it may have been moved or deleted.", { cause });
      }
    },
  };
}

/** Whether a file of this name holds other files. */
export function isArchive(name: string): boolean {
  return ARCHIVES.some((extension) => name.toLowerCase().endsWith(extension));
}
