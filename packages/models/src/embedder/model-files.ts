import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";

const CHECKSUMS = "SHA256SUMS";
const CHUNK_BYTES = 1 << 18;

export interface ModelFiles {
  readonly modelPath: string;
  readonly tokenizer: object;
  readonly tokenizerConfig: object;
}

/** Reads the model's files after checking them against `SHA256SUMS`. `folder` ends with a slash. */
export function readModelFiles(folder: URL): ModelFiles {
  const checksums = readChecksums(folder);
  const verifiedPath = (name: string): string => {
    const path = fileURLToPath(new URL(name, folder));
    const expectedHash = checksums.get(name);
    if (expectedHash === undefined) throw new Error(`${CHECKSUMS} of the embedding model does not list ${name}.`);
    if (sha256(path) !== expectedHash)
      throw new Error(
        `The embedding model's file ${name} is damaged: its checksum is not the one in ${CHECKSUMS}. Install Knote again.`,
      );
    return path;
  };
  return {
    modelPath: verifiedPath("model.onnx"),
    tokenizer: readJson(verifiedPath("tokenizer.json")),
    tokenizerConfig: readJson(verifiedPath("tokenizer_config.json")),
  };
}

function readChecksums(folder: URL): Map<string, string> {
  const lines = readFileSync(new URL(CHECKSUMS, folder), "utf8").matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm);
  return new Map(Array.from(lines, ([, hash, name]) => [name!, hash!]));
}

/** Reads in chunks, so that a large file does not take its size in memory. */
function sha256(path: string): string {
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

function readJson(path: string): object {
  return JSON.parse(readFileSync(path, "utf8"));
}
