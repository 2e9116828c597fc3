import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { codeOf } from "@knote/sync";

/** Returns a name of this user on this machine, outside of what people copy from one machine to another. */
export async function machineId(environment: NodeJS.ProcessEnv): Promise<string> {
  const folder = join(environment["XDG_STATE_HOME"] ?? join(homedir(), ".local", "state"), "knote");
  const path = join(folder, "machine-id");
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(path, randomUUID(), { flag: "wx" });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return (await readFile(path, "utf8")).trim();
}
