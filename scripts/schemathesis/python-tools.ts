import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { supervise } from "../../tooling/bootstrap/supervise.mjs";

const REQUIREMENTS = join(import.meta.dirname, "requirements.txt");

/** Python or its packages are missing; the message says what. */
export class NoPython extends Error {}

/** Returns the path of schemathesis in a venv below the folder, which is rebuilt when its requirements change. */
export async function schemathesisTool(folder: string): Promise<string> {
  const expectedHash = createHash("sha256")
    .update(await readFile(REQUIREMENTS))
    .digest("hex");
  const environment = join(folder, "schemathesis");
  const stamp = join(environment, "made-of");
  const actualHash = await readFile(stamp, "utf8").catch(() => null);
  if (actualHash !== expectedHash) {
    await rm(environment, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await makeEnvironment(environment);
    await writeFile(stamp, expectedHash);
  }
  return join(binFolder(environment), "schemathesis");
}

async function makeEnvironment(environment: string): Promise<void> {
  const venv = await run("python3", ["-m", "venv", environment]);
  if (!venv.ok) throw new NoPython(`There is no Python 3 with venv here.\n${venv.output}`);
  // Wheels only: no package can run code during installation.
  const options = ["install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "-r", REQUIREMENTS];
  const installation = await run(join(binFolder(environment), "pip"), options);
  if (!installation.ok)
    throw new NoPython(`The packages of schemathesis cannot be installed from PyPI.\n${installation.output}`);
}

function binFolder(environment: string): string {
  return join(environment, process.platform === "win32" ? "Scripts" : "bin");
}

/** Runs a command to its end and returns its output. */
export async function run(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Promise<{ ok: boolean; output: string }> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  try {
    const { code } = await supervise(child);
    return { ok: code === 0, output };
  } catch (error) {
    return { ok: false, output: String(error) };
  }
}
