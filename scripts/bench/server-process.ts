import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LAG_PROBE, readLag, type Lag } from "./lag.ts";
import { bytesIn, cpuSeconds, residentMiB } from "./process-figures.ts";
import { SECRET } from "./tokens.ts";

export interface BenchServer extends AsyncDisposable {
  readonly url: string;
  /** Time from the launch to the first response on `/health`. */
  readonly startMs: number;
  rssMiB(): number;
  /** Returns the CPU seconds that the server has used on all threads; NaN where they are unknown. */
  cpuSeconds(): number;
  /** Returns the delay of the event loop since the last call; null for a server without an event loop. */
  lag(): Promise<Lag | null>;
  /** Returns the size of the data folder in bytes. */
  diskBytes(): number;
}

export interface Launch {
  /** A script beside this file. */
  readonly script?: string;
  /** Flags of Node for the script. */
  readonly flags?: readonly string[];
  /** Instead of a script: the command line of another program, given its data folder. */
  readonly command?: (dataDir: string) => readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** An existing data folder to start with. */
  readonly data?: string | undefined;
}

/** Launches Knote like `npm start`, with bootstrap.mjs's flag and variable. It accepts the tokens of `tokensOf`. */
export function knoteWith(settings: Readonly<Record<string, string>>, flags: readonly string[] = []): Launch {
  return {
    script: "../../apps/server/src/main.ts",
    flags: ["--max-semi-space-size=8", ...flags],
    environment: { MALLOC_TRIM_THRESHOLD_: "65536", JWT_SECRET: SECRET, ...settings },
  };
}

const SERVER_CORE = "0";
const LOAD_CORE = "1";

/** Starts a server, pinned to its own core where the system supports it. */
export async function startServer(launch: Launch): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), "knote-bench-"));
  const dataDir = launch.data ?? join(folder, "data");
  const startTime = performance.now();
  const child = spawnServer(launch, folder, dataDir);
  const closing = once(child, "close");
  const end = async () => {
    child.kill("SIGTERM");
    await closing;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = await untilHealthy(child).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const startMs = performance.now() - startTime;
  return {
    url,
    startMs,
    rssMiB: () => residentMiB(child.pid!),
    cpuSeconds: () => cpuSeconds(child.pid!),
    async lag() {
      if (!launch.script || process.platform === "win32") return null;
      const line = readLag(child.stdio[3] as NodeJS.ReadableStream);
      child.kill("SIGUSR2");
      return line;
    },
    diskBytes: () => bytesIn(dataDir),
    [Symbol.asyncDispose]: end,
  };
}

function spawnServer(
  { script, flags = [], command, environment }: Launch,
  folder: string,
  dataDir: string,
): ChildProcess {
  const own = command?.(dataDir) ?? [process.execPath, ...flags, fileURLToPath(new URL(script!, import.meta.url))];
  const [program, ...args] = [...pinning(), ...own];
  return spawn(program!, args, {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      ...(script && { NODE_OPTIONS: LAG_PROBE }),
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
}

/** Waits until the server is healthy and returns its address. */
async function untilHealthy({ stdout, spawnargs }: ChildProcess): Promise<string> {
  const url = await address(stdout!);
  if (url === null) throw new Error(`A server did not start: ${spawnargs.join(" ")}`);
  await (await fetch(`${url}/health`)).arrayBuffer();
  return url;
}

/** Returns the address that the server prints; null when it ends without one. */
async function address(output: NodeJS.ReadableStream): Promise<string | null> {
  let text = "";
  for await (const chunk of output) {
    text += String(chunk);
    const url = /(http:\/\/\S+)\n/.exec(text)?.[1];
    if (url) {
      output.resume();
      return url;
    }
  }
  return null;
}

/** Pins this process to the core of the load. */
export function pinLoad(): void {
  if (pinning().length > 0) execFileSync("taskset", ["-pc", LOAD_CORE, String(process.pid)], { stdio: "ignore" });
}

function pinning(): string[] {
  if (process.platform !== "linux" || availableParallelism() < 2) return [];
  try {
    execFileSync("taskset", ["--version"], { stdio: "ignore" });
    return ["taskset", "-c", SERVER_CORE];
  } catch {
    return [];
  }
}
