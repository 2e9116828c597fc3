import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startKnote } from "../../testing/start-knote.ts";

/** `knote eval` in an empty folder that is its temporary folder, too. */
export async function startEval(args: readonly string[], env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "knote-eval-test-"));
  const json = join(folder, "figures.json");
  const { child, outcome } = startKnote(["eval", "--json", json, ...args], {
    cwd: folder,
    env: { TMPDIR: folder, ...env },
  });
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
