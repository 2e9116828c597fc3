import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
/** Cache of compiled modules, as server and command line use: a test starts the command many times. */
const COMPILED = fileURLToPath(new URL("../../../../.knote/compiled", import.meta.url));

/** Runs the command in an empty folder, which is also its temporary folder, with only these settings. */
export async function startEval(args: readonly string[], env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "knote-eval-test-"));
  const json = join(folder, "figures.json");
  const child = spawn(process.execPath, [MAIN, "--json", json, ...args], {
    cwd: folder,
    env: { TMPDIR: folder, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => (output[name] += text));
  const outcome = once(child, "close").then(([code]) => ({ code, ...output }));
  return {
    child,
    folder,
    outcome,
    report: async () => (existsSync(json) ? JSON.parse(await readFile(json, "utf8")) : null),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await outcome;
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}
