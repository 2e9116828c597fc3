import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "address";

/** Writes the running server's address into the data folder, for tools on the same machine. */
export async function publishAddress(dataDir: string, address: string): Promise<void> {
  await writeFile(join(dataDir, FILE), `${address}\n`, { mode: 0o600 });
}

export async function withdrawAddress(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
}

/** Returns the address of the folder's server, or of the last one; null when there was none. */
export async function publishedAddress(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(join(dataDir, FILE), "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
