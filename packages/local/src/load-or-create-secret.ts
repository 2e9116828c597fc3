import { randomBytes, randomUUID } from "node:crypto";
import { copyFile, constants, link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "@knote/api";
import { MIN_SECRET_BYTES } from "@knote/contract";

const FILE = "jwt-secret";
const RANDOM_BYTES = 48;

/** Returns the data folder's token secret, created on first use. Processes that start together get the same one. */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  const secret = (await readSecret(path)) ?? (await createSecret(dataDir, path));
  if (Buffer.byteLength(secret) < MIN_SECRET_BYTES) throw useless(path, `holds fewer than ${MIN_SECRET_BYTES} bytes`);
  return secret;
}

async function readSecret(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw useless(path, "cannot be read", error);
  }
}

/** Writes a complete draft and moves it into place unless another process was first. */
async function createSecret(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeDurably(draft, `${randomBytes(RANDOM_BYTES).toString("base64url")}\n`);
    await putUnlessThere(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return (await readSecret(path)) ?? "";
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(text);
  await file.sync();
}

async function putUnlessThere(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    await copyUnlessThere(draft, path);
  }
}

/** For file systems without hard links. */
async function copyUnlessThere(draft: string, path: string): Promise<void> {
  try {
    await copyFile(draft, path, constants.COPYFILE_EXCL);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

function useless(path: string, why: string, cause?: unknown): DomainError {
  const wayOut = "put the secret back, or remove the file to get a new one, which ends all tokens";
  return new DomainError("UNAVAILABLE", `The secret file ${path} ${why}: ${wayOut}.`, { cause });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
