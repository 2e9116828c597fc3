import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { codeOf } from "@knote/sync";
import { CliError } from "../cli-error.ts";

const ID = /^[\da-f-]{36}$/;

/**
 * Returns the id of this user's account on this machine, created on first use. It lies where no vault does, so that it
 * does not travel with one: what a sync remembers counts only where it was written.
 */
export async function machineId(environment: NodeJS.ProcessEnv): Promise<string> {
  const path = join(stateFolder(environment), "knote", "machine-id");
  try {
    return (await readId(path)) ?? (await createId(path));
  } catch (error) {
    throw new CliError(`${path} cannot be read or written, so a sync could not tell this machine from others.`, {
      cause: error,
    });
  }
}

async function createId(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomUUID()}\n`, { flag: "wx", mode: 0o600 });
  await rename(draft, path);
  // Another process can have been as quick: both then go by what lies there.
  return (await readId(path))!;
}

async function readId(path: string): Promise<string | null> {
  try {
    const text = (await readFile(path, "utf8")).trim();
    return ID.test(text) ? text : null;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Where the system keeps what programs remember for a user: XDG Base Directory Specification, Apple, Microsoft. */
function stateFolder(environment: NodeJS.ProcessEnv): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = environment;
  if (XDG_STATE_HOME !== undefined && XDG_STATE_HOME !== "") return XDG_STATE_HOME;
  if (process.platform === "win32") return LOCALAPPDATA ?? join(homedir(), "AppData", "Local");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support");
  return join(homedir(), ".local", "state");
}
