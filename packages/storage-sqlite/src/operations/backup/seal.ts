import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

/** Start of the seal at the end of a backup. SQLite reads only whole pages, so the file is still a database. */
const MARK = Buffer.from("\nKnote backup, its SHA-256 is: \n");
const DIGEST_BYTES = 32;
const SEAL_BYTES = MARK.length + DIGEST_BYTES;

export interface Seal {
  /** Length of the database before the seal. */
  readonly contentBytes: number;
  /** Whether the database is byte for byte the one that was sealed. */
  readonly isSound: boolean;
}

/** Appends a digest of the whole file, since SQLite's own check misses changes within texts. */
export async function seal(file: string): Promise<void> {
  const digest = await digestOf(file);
  await using handle = await open(file, "a");
  await handle.write(Buffer.concat([MARK, digest]));
  await handle.sync();
}

/** Returns null for a file without a seal, such as a backup of an earlier version. */
export async function readSeal(file: string): Promise<Seal | null> {
  const storedSeal = Buffer.alloc(SEAL_BYTES);
  await using handle = await open(file, "r");
  const contentBytes = (await handle.stat()).size - SEAL_BYTES;
  if (contentBytes <= 0) return null;
  await handle.read(storedSeal, 0, SEAL_BYTES, contentBytes);
  if (!storedSeal.subarray(0, MARK.length).equals(MARK)) return null;
  const digest = await digestOf(file, contentBytes);
  return { contentBytes, isSound: storedSeal.subarray(MARK.length).equals(digest) };
}

async function digestOf(file: string, bytes = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { end: bytes - 1 }), hash);
  return hash.digest();
}
