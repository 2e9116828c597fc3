import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

/** Begins what a backup ends with: SQLite looks at whole pages alone, so the file is a database all the same. */
const MARK = Buffer.from("\nKnote backup, its SHA-256 is: \n");
const DIGEST_BYTES = 32;
const SEAL_BYTES = MARK.length + DIGEST_BYTES;

export interface Seal {
  /** Of the database before it. */
  readonly contentBytes: number;
  /** Whether the database is, byte for byte, what was sealed. */
  readonly isSound: boolean;
}

/** Ends the file with a digest of all that it holds: SQLite's own check sees no change within a text. */
export async function seal(file: string): Promise<void> {
  const digest = await digestOf(file);
  await using handle = await open(file, "a");
  await handle.write(Buffer.concat([MARK, digest]));
  await handle.sync();
}

/** Null of a file without one, such as a backup of an earlier version. */
export async function readSeal(file: string): Promise<Seal | null> {
  const written = Buffer.alloc(SEAL_BYTES);
  await using handle = await open(file, "r");
  const contentBytes = (await handle.stat()).size - SEAL_BYTES;
  if (contentBytes <= 0) return null;
  await handle.read(written, 0, SEAL_BYTES, contentBytes);
  if (!written.subarray(0, MARK.length).equals(MARK)) return null;
  const digest = await digestOf(file, contentBytes);
  return { contentBytes, isSound: written.subarray(MARK.length).equals(digest) };
}

async function digestOf(file: string, bytes = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { end: bytes - 1 }), hash);
  return hash.digest();
}
