// Measures requests per second and CPU time per request of the HTTP app alone: server and load each on its own core.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import autocannon from "autocannon";

interface Target {
  readonly port: number;
  readonly barePort: number;
  readonly noteId: string;
}

interface Load {
  readonly path: string;
  readonly port?: number;
  readonly method?: "GET" | "POST";
  readonly body?: string;
}

const { values } = parseArgs({ options: { seconds: { type: "string", default: "5" } } });
const duration = Number(values.seconds);
const body = JSON.stringify({
  title: "A claim of ordinary length",
  content: "Why it holds. ".repeat(10),
  note_type: "fact",
});
const loads: Record<string, (target: Target) => Load> = {
  "bare node:http": ({ barePort }) => ({ path: "/", port: barePort }),
  pricing: () => ({ path: "/api/pricing" }),
  health: () => ({ path: "/health" }),
  "note by id": ({ noteId }) => ({ path: `/api/workspace/notes/${noteId}` }),
  "newest 50": () => ({ path: "/api/graph/notes?limit=50" }),
  "all 60": () => ({ path: "/api/graph/notes" }),
  create: () => ({ path: "/api/workspace/notes", method: "POST", body }),
  "create over tRPC": () => ({ path: "/trpc/notes.create", method: "POST", body }),
};

const child = startServer();
try {
  const [target] = (await once(child, "message")) as [Target];
  for (const [name, load] of Object.entries(loads))
    console.log(await measure(name, { port: target.port, ...load(target) }));
} finally {
  child.kill();
}

/** Starts the server, pinned to a core where the system supports it. */
function startServer(): ChildProcess {
  const server = fileURLToPath(new URL("adapter-server.ts", import.meta.url));
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  const isPinned = process.platform === "linux" && spawnSync("taskset", ["-cp", "1", String(process.pid)]).status === 0;
  return isPinned
    ? spawn("taskset", ["-c", "0", process.execPath, server], { stdio: [...stdio] })
    : spawn(process.execPath, [server], { stdio: [...stdio] });
}

async function measure(name: string, { path, port, ...request }: Load): Promise<string> {
  const headers = { authorization: "Bearer bench", "content-type": "application/json" };
  const options = { url: `http://127.0.0.1:${port}${path}`, connections: 32, headers, ...request };
  await autocannon({ ...options, duration: 1 });
  const before = await cpuMicroseconds();
  const { requests, latency, non2xx } = await autocannon({ ...options, duration });
  const perRequest = ((await cpuMicroseconds()) - before) / requests.total;
  const figures = [
    `${Math.round(requests.average)}/s`,
    `${perRequest.toFixed(1)} µs`,
    `p99 ${latency.p99} ms`,
    `not 2xx: ${non2xx}`,
  ];
  return `${name.padEnd(18)}${figures.map((figure) => figure.padStart(14)).join("")}`;
}

async function cpuMicroseconds(): Promise<number> {
  child.send("usage");
  const [usage] = (await once(child, "message")) as [{ cpuMicroseconds: number }];
  return usage.cpuMicroseconds;
}
