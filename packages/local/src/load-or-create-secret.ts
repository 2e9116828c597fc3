import { randomBytes, randomUUID } from "node:crypto";
import { copyFile, constants, link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "@knote/api/errors";
import { MIN_SECRET_BYTES } from "@knote/contract";

/** A secret file of the data folder, and what a new one costs. */
interface SecretFile {
  readonly name: string;
  readonly loss: string;
}

const TOKENS: SecretFile = { name: "jwt-secret", loss: "ends all tokens" };
const WEBHOOKS: SecretFile = { name: "secrets-key", loss: "stops all webhooks" };
const RANDOM_BYTES = 48;

/** Returns the data folder's token secret, created on first use. Processes that start together get the same one. */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  return await loadOrCreate(dataDir, TOKENS);
}

/** Returns the data folder's key of the secrets of webhooks, like `loadOrCreateSecret`. */
export async function loadOrCreateSecretsKey(dataDir: string): Promise<string> {
  return await loadOrCreate(dataDir, WEBHOOKS);
}

async function loadOrCreate(dataDir: string, { name, loss }: SecretFile): Promise<string> {
  const path = join(dataDir, name);
  const useless = (why: string, cause?: unknown) =>
    new DomainError(
      "UNAVAILABLE",
      `The secret file ${path} ${why}: put the secret back, or remove the file to get a new one, which ${loss}.`,
      { cause },
    );
  const read = () => readSecret(path, useless);
  const secret = (await read()) ?? (await createSecret(dataDir, path, read));
  if (Buffer.byteLength(secret) < MIN_SECRET_BYTES) throw useless(`holds fewer than ${MIN_SECRET_BYTES} bytes`);
  return secret;
}

type Useless = (why: string, cause?: unknown) => DomainError;

async function readSecret(path: string, useless: Useless): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw useless("cannot be read", error);
  }
}

/** Writes a complete draft and moves it into place unless another process was first. */
async function createSecret(dataDir: string, path: string, read: () => Promise<string | null>): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeDurably(draft, `${randomBytes(RANDOM_BYTES).toString("base64url")}\n`);
    await putUnlessThere(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return (await read()) ?? "";
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
