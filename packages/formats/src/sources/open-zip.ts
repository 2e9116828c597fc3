import type { FileEntry } from "@zip.js/zip.js/index-native.js";
import { FormatError } from "../format-error.ts";
import type { Problem } from "../graph/found-note.ts";
import {
  ENTRY_BYTES,
  FREE_BYTES,
  MOST_INFLATION,
  refusalOfPath,
  SOURCE_BYTES,
  type Source,
  type SourceFile,
} from "./source.ts";
import { zipLibrary } from "./zip-library.ts";

const IS_ARCHIVE = /^[^/]+\.zip$/i;
const UNLIKELY = `The archive holds more than ${MOST_INFLATION} times its own size, as only one does that is made to do harm.`;
/** Unix keeps the kind of a file in the upper bits of its mode. */
const KIND_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/**
 * Opens an archive, and archives at its root. Entries are inflated when they are read, and counted while they are.
 * `mostBytes`: of all entries together. An archive that holds far more than its size can is refused as a whole,
 * before anything of it is inflated.
 */
export async function openZip(
  name: string,
  blob: Blob,
  mostBytes = SOURCE_BYTES,
  freeBytes = FREE_BYTES,
): Promise<Source> {
  const problems: Problem[] = [];
  const budget = { bytesLeft: mostBytes, claimsLeft: Math.max(freeBytes, MOST_INFLATION * blob.size) };
  const files = await openEntries(blob, { problems, budget, isInner: false });
  return { name, files, problems };
}

/** What may still come of an archive and of those within it. */
interface Budget {
  bytesLeft: number;
  /** What entries may claim to hold. The library refuses an entry that holds another amount. */
  claimsLeft: number;
}

interface ZipParts {
  readonly problems: Problem[];
  readonly budget: Budget;
  readonly isInner: boolean;
}

async function openEntries(blob: Blob, parts: ZipParts): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const { BlobReader, ZipReader } = await zipLibrary();
  const entries = await guardZip(() =>
    new ZipReader(new BlobReader(blob), { checkOverlappingEntry: true, filenameValidation: "tolerant" }).getEntries(),
  );
  for (const { uncompressedSize } of entries) parts.budget.claimsLeft -= uncompressedSize;
  if (parts.budget.claimsLeft < 0) throw new FormatError(UNLIKELY);
  for (const entry of entries) {
    if (entry.directory) continue;
    const path = entry.filename;
    const refusal = refusalOfEntry(entry);
    if (refusal !== null) parts.problems.push({ kind: "refused", place: path, detail: refusal });
    else if (!parts.isInner && IS_ARCHIVE.test(path)) files.push(...(await openInner(entry, parts)));
    else files.push({ path, time: timeOf(entry), bytes: () => inflate(entry, parts.budget, ENTRY_BYTES) });
  }
  return files;
}

/** Opens an archive within the archive. One that cannot be opened is left out, as any other entry is. */
async function openInner(entry: FileEntry, parts: ZipParts): Promise<SourceFile[]> {
  try {
    const bytes = await inflate(entry, parts.budget, SOURCE_BYTES);
    return await openEntries(new Blob([bytes]), { ...parts, isInner: true });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    parts.problems.push({ kind: "refused", place: entry.filename, detail: error.message });
    return [];
  }
}

function refusalOfEntry(entry: FileEntry): string | null {
  if (entry.encrypted) return "The entry is encrypted.";
  if (((entry.externalFileAttributes >>> 16) & KIND_MASK) === SYMBOLIC_LINK) return "The entry is a link.";
  return refusalOfPath(entry.filename);
}

function timeOf({ creationDate, lastModDate }: FileEntry): string | undefined {
  const times = [creationDate, lastModDate].filter((date) => date !== undefined && !Number.isNaN(date.getTime()));
  return times.map((date) => date!.toISOString()).toSorted()[0];
}

/** Inflates an entry, and stops as soon as there is too much of it. */
async function inflate(entry: FileEntry, budget: Budget, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let excess: FormatError | null = null;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      length += chunk.length;
      budget.bytesLeft -= chunk.length;
      if (length > most) excess = new FormatError("The entry has more than 16 MiB.");
      else if (budget.bytesLeft < 0) excess = new FormatError("The archive has more than 1 GiB.");
      if (excess !== null) throw excess;
      chunks.push(chunk.slice());
    },
  });
  await guardZip(() => entry.getData(sink, { checkOverlappingEntry: true })).catch((error: unknown) => {
    // The library tells of the stream that was closed, not of why.
    throw excess ?? error;
  });
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

async function guardZip<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError(`The archive cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
