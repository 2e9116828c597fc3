import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";

const CHECKSUMS = "SHA256SUMS";
const CHUNK_BYTES = 1 << 18;

/** Returns the path of a model's file after checking it. */
export type ModelFiles = (name: string) => string;

/**
 * Creates a function that checks the files of `folder` against the `SHA256SUMS` that Knote ships in `assets`. Both end
 * with a slash; `remedy` says what to do about a damaged file.
 */
export function createModelFiles(folder: URL, assets: URL, remedy: string): ModelFiles {
  const checksums = readChecksums(assets);
  return (name) => {
    const path = fileURLToPath(new URL(name, folder));
    const expectedHash = checksums.get(name);
    if (expectedHash === undefined) throw new Error(`${CHECKSUMS} of the embedding model does not list ${name}.`);
    if (sha256(path) !== expectedHash)
      throw new Error(
        `The embedding model's file ${name} is damaged: its checksum is not the one in ${CHECKSUMS}. ${remedy}`,
      );
    return path;
  };
}

function readChecksums(folder: URL): Map<string, string> {
  const lines = readFileSync(new URL(CHECKSUMS, folder), "utf8").matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm);
  return new Map(Array.from(lines, ([, hash, name]) => [name!, hash!]));
}

/** Reads in chunks, so that a large file does not take its size in memory. */
export function sha256(path: string): string {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const file = openSync(path, "r");
  try {
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk))
      hash.update(chunk.subarray(0, length));
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}
