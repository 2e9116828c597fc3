import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mintToken } from "@knote/auth";
import { entryPoint } from "./entry-point.ts";
import { TEST_SECRET, type TokenClaims } from "./test-token.ts";

/**
 * The server's own cache of compiled modules. Named by a variable, it also holds `main.ts` and the modules of workers,
 * and no process loads the compiler of TypeScript.
 */
const COMPILED = fileURLToPath(new URL("../../../../.knote/compiled", import.meta.url));
const ADDRESS = /^Knote .*(http:\/\/\S+)\n/m;
const START_DEADLINE_MS = 120_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServerProcess extends AsyncDisposable {
  /** Changes with `restart`. */
  readonly url: string;
  readonly dataDir: string;
  /** Process id of the current run. */
  readonly pid: number;
  /** Returns the output of all runs so far. */
  output(): string;
  /** Mints an access token with the service's secret. */
  token(sub: string, claims?: TokenClaims): Promise<string>;
  /** Sends the signal and waits for the exit. */
  kill(signal: NodeJS.Signals): Promise<Exit>;
  /** Starts again on the same data, and ends a running server first. `env` is kept unless given. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
}

export interface ServerProcessOptions {
  /** The server's environment, in addition to a port, a folder and a secret. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the real server as a process, on a free port and with its own folder, which is removed at the end. */
export async function startServerProcess({ env = {} }: ServerProcessOptions = {}): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), "knote-server-"));
  const usual = { PORT: "0", DATA_DIR: join(folder, "data"), JWT_SECRET: TEST_SECRET };
  let settings = { ...usual, ...env };
  const dataDir = settings.DATA_DIR;
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  let output = "";
  const launch = () => launchServer(folder, settings, (text) => (output += text));
  let run = await launch().catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const kill = async (signal: NodeJS.Signals) => {
    run.child.kill(signal);
    return run.exit;
  };
  return {
    get url() {
      return run.url;
    },
    dataDir,
    get pid() {
      return run.child.pid!;
    },
    output: () => output,
    async token(sub, claims = {}) {
      const secret = settings.JWT_SECRET || (await readFile(join(dataDir, "jwt-secret"), "utf8")).trim();
      return mintToken({ secret, sub, ...claims });
    },
    kill,
    async restart(newEnv) {
      await kill("SIGTERM");
      if (newEnv) settings = { ...usual, ...newEnv };
      run = await launch();
    },
    async [Symbol.asyncDispose]() {
      await kill("SIGKILL");
      await removeFolder();
    },
  };
}

/** The server exited, or printed no address in time. */
export class ServerNotStarted extends Error {
  readonly exit: Exit | null;
  readonly output: string;

  constructor(exit: Exit | null, output: string) {
    super(`The server did not start (${JSON.stringify(exit)}):\n${output}`);
    this.name = "ServerNotStarted";
    this.exit = exit;
    this.output = output;
  }
}

interface Run {
  readonly child: ChildProcess;
  readonly url: string;
  readonly exit: Promise<Exit>;
}

async function launchServer(
  folder: string,
  settings: Record<string, string>,
  onOutput: (text: string) => void,
): Promise<Run> {
  // The IPC channel lets the server notice when the tests are gone, and exit.
  const stdio: ["ignore", "pipe", "pipe", "ipc"] = ["ignore", "pipe", "pipe", "ipc"];
  const env = { NODE_COMPILE_CACHE: COMPILED, ...settings };
  const child = spawn(process.execPath, [entryPoint("server.js")], { cwd: folder, env, stdio });
  const exit = once(child, "close").then(([code, signal]): Exit => ({ code, signal }));
  const { promise: url, resolve } = Promise.withResolvers<string>();
  let ownOutput = "";
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      onOutput(text);
      ownOutput += text;
      const address = ADDRESS.exec(ownOutput)?.[1];
      if (address) resolve(address);
    });
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), START_DEADLINE_MS);
  const startFailure = exit.then((how) => Promise.reject(new ServerNotStarted(how, ownOutput)));
  try {
    return { child, url: await Promise.race([url, startFailure]), exit };
  } finally {
    clearTimeout(timer);
    startFailure.catch(() => undefined);
  }
}
