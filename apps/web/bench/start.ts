import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Measure, spread } from "./tables.ts";

const ROOT = join(import.meta.dirname, "../../..");
const ROUNDS = 5;
const ADDRESS = /^Knote .*(http:\/\/\S+)$/m;
const ASK_AGAIN_MS = 10;

/** Measures `npm start` with everything built, until the server reports that it is healthy. */
export async function benchStart(): Promise<Measure> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timeStart());
  return { name: "`npm start`, warm, to healthy, ms", ...spread(times), goal: "≤ 2,500" };
}

async function timeStart(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "knote-bench-"));
  const began = performance.now();
  // A process group of its own, so that killing the group also ends what npm started.
  const child = spawn("npm", ["start"], {
    cwd: ROOT,
    env: { ...process.env, PORT: "0", DATA_DIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const whenClosed = once(child, "close");
  try {
    let output = "";
    for await (const text of child.stdout.setEncoding("utf8")) {
      output += text;
      if (ADDRESS.test(output)) break;
    }
    const address = ADDRESS.exec(output)?.[1];
    if (!address) throw new Error(`\`npm start\` did not start:\n${output}`);
    while (!(await isHealthy(address))) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    return performance.now() - began;
  } finally {
    process.kill(-child.pid!, "SIGTERM");
    await whenClosed;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function isHealthy(address: string): Promise<boolean> {
  const response = await fetch(`${address}/health`).catch(() => null);
  return response?.ok ?? false;
}
