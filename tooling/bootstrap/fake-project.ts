import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const FILES = {
  "package.json": JSON.stringify({ name: "fake", type: "module", packageManager: "pnpm@1.2.3+sha512.abc" }),
  "pnpm-workspace.yaml": "packages:\n  - apps/*\n\ncatalog:\n  zod: 4.0.0\n",
  "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
  "apps/server/package.json": JSON.stringify({ name: "server" }),
};

/** Records each call in `pnpm-calls`, then runs `pnpm-behaviour`. */
const FAKE_PNPM = `#!/bin/sh
echo "$@" >> "$(dirname "$0")/../../pnpm-calls"
. "$(dirname "$0")/../../pnpm-behaviour"
`;

export interface Run {
  readonly process: ChildProcess;
  stdout(): string;
  stderr(): string;
  readonly whenEnded: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export interface FakeProject extends AsyncDisposable {
  readonly folder: string;
  write(file: string, text: string): Promise<void>;
  /** Runs `node bootstrap.mjs …args`, outside npm unless `env` says otherwise. */
  bootstrap(args: readonly string[], env?: NodeJS.ProcessEnv): Run;
  /** Starts `node …args` in the project. */
  node(args: readonly string[], env?: NodeJS.ProcessEnv): Run;
  installations(): Promise<number>;
}

/** Creates a workspace in a temporary folder with the real bootstrap, a fake pnpm and `server` as its server. */
export async function createFakeProject(server: string): Promise<FakeProject> {
  const folder = await mkdtemp(join(tmpdir(), "knote-bootstrap-"));
  const runs: Run[] = [];
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  await cp(join(repository, "bootstrap.mjs"), join(folder, "bootstrap.mjs"));
  await cp(join(repository, "tooling/bootstrap"), join(folder, "tooling/bootstrap"), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) await write(file, text);
  await write("apps/server/src/main.ts", server);
  await write("pnpm-behaviour", "exit 0");
  const pnpm = `.knote/pnpm-1.2.3-${process.platform}-${process.arch}/pnpm`;
  await write(pnpm, FAKE_PNPM);
  await chmod(join(folder, pnpm), 0o755);

  const node = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Run => {
    const run = startNode(folder, args, env);
    runs.push(run);
    return run;
  };
  return {
    folder,
    write,
    node,
    bootstrap: (args, env) => node(["bootstrap.mjs", ...args], env),
    installations: async () =>
      (await readFile(join(folder, "pnpm-calls"), "utf8").catch(() => "")).split("install").length - 1,
    async [Symbol.asyncDispose]() {
      for (const run of runs) run.process.kill("SIGKILL");
      await Promise.all(runs.map((run) => run.whenEnded));
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function startNode(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Run {
  const { npm_lifecycle_event: _, ...inherited } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inherited, ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const whenEnded = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  return { process: child, stdout: () => stdout, stderr: () => stderr, whenEnded };
}
