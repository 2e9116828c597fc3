import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "address";

/** Notes in the data folder where the running server is found, for tools that work beside it. */
export async function publishAddress(dataDir: string, address: string): Promise<void> {
  await writeFile(join(dataDir, FILE), `${address}\n`, { mode: 0o600 });
}

export async function withdrawAddress(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
}

/** Where the server of the folder is found, or was last; null when none ever said so. */
export async function publishedAddress(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(join(dataDir, FILE), "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
