import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface BenchServer extends AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
  /** From the launch to the first answer on `/health`. */
  readonly startMs: number;
  rssMiB(): number;
  /** That the server has used so far, on all threads; NaN where that cannot be had. */
  cpuSeconds(): number;
  signal(name: NodeJS.Signals): void;
}

const SERVER_CORE = "0";
const LOAD_CORE = "1";

/** Starts one of the servers that are compared, on a core of its own where that can be had. */
export async function startServer(
  script: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), "knote-bench-"));
  const dataDir = join(folder, "data");
  const [command, ...args] = [...pinning(), process.execPath, fileURLToPath(new URL(script, import.meta.url))];
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "warn", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  const url = await Promise.race([
    address(child.stdout),
    closed.then(() => Promise.reject(new Error(`${script} did not start.`))),
  ]);
  await fetch(`${url}/health`);
  return {
    url,
    dataDir,
    startMs: performance.now() - started,
    rssMiB: () => residentMiB(child.pid!),
    cpuSeconds: () => cpuSeconds(child.pid!),
    signal: (name) => void child.kill(name),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The load's own core. */
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

async function address(output: NodeJS.ReadableStream): Promise<string> {
  let printed = "";
  for await (const chunk of output) {
    printed += String(chunk);
    const url = /(http:\/\/\S+)\n/.exec(printed)?.[1];
    if (url) {
      output.resume();
      return url;
    }
  }
  throw new Error(`The server said no address: ${printed}`);
}

function cpuSeconds(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  // User and system time, in ticks of a hundredth.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentMiB(pid: number): number {
  if (process.platform === "linux") {
    const [, kib = "NaN"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kib) / 1024;
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
