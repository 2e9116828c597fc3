import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { eventually } from "../eventually.ts";
import { notRun } from "./not-run.ts";

/** Folder of the scripts that start servers for tests. */
const SCRIPTS = fileURLToPath(new URL("../../../../tooling/services", import.meta.url));
const run = promisify(execFile);

/** A test's own server, which it can kill: its data survives. */
export interface OwnService extends AsyncDisposable {
  /** Address, the same after every start. */
  readonly url: string;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again on its data. */
  start(): Promise<void>;
}

export interface OwnServices extends AsyncDisposable {
  readonly mongo: OwnService;
  readonly qdrant: OwnService;
  readonly redis: OwnService;
}

/** Runs suites that kill servers. They always need the scripts of `tooling/services`. */
export function withOwnServices(suites: () => void): void {
  const isThere = (command: string, argument: string) => spawnSync(command, [argument]).status === 0;
  if (isThere(join(SCRIPTS, "mongo.sh"), "python") && isThere("redis-server", "--version")) return suites();
  notRun("no servers can be started to be killed");
}

/** Starts all three on free ports, with durable data in a temporary folder. */
export async function startOwnServices(): Promise<OwnServices> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "knote-services-"));
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const [mongoPort, qdrantPort, redisPort] = [await freePort(), await freePort(), await freePort()];
  const mongo = controlByScript("mongo.sh", { MONGO_PORT: mongoPort, MONGO_DIR: join(folder, "mongo") });
  const qdrant = controlByScript("qdrant.sh", { QDRANT_PORT: qdrantPort, QDRANT_DATA: join(folder, "qdrant") });
  const services = [
    { ...mongo, url: `mongodb://127.0.0.1:${mongoPort}` },
    { ...qdrant, url: `http://127.0.0.1:${qdrantPort}` },
    { ...durableRedis(redisPort, folder), url: `redis://127.0.0.1:${redisPort}` },
  ] as const;
  for (const service of services) parts.use(service);
  await Promise.all(services.map((service) => service.start()));
  const all = parts.move();
  return {
    mongo: services[0],
    qdrant: services[1],
    redis: services[2],
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Starts Redis alone on a free port, with durable data in a temporary folder. */
export async function startOwnRedis(): Promise<OwnService> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), "knote-redis-")), await freePort()];
  const redis = durableRedis(port, folder);
  await redis.start();
  return {
    ...redis,
    url: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await redis.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type ServiceControl = Omit<OwnService, "url">;

function controlByScript(script: string, settings: Readonly<Record<string, string>>): ServiceControl {
  const call = async (action: string) =>
    (await run(join(SCRIPTS, script), [action], { env: { ...process.env, ...settings } })).stdout;
  return {
    async start() {
      await call("start");
    },
    async kill() {
      const pid = Number(/pid (\d+)/.exec(await call("status"))?.[1]);
      process.kill(pid, "SIGKILL");
      await eventually(() => {
        if (isAlive(pid)) throw new Error(`${script}: process ${pid} is still running.`);
      });
    },
    async [Symbol.asyncDispose]() {
      await call("stop");
    },
  };
}

function durableRedis(port: string, folder: string): ServiceControl {
  const settings = { port, bind: "127.0.0.1", save: "", appendonly: "yes", appendfsync: "always", dir: folder };
  let server: ReturnType<typeof spawn> | null = null;
  const kill = async () => {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const exitEvent = once(server, "exit");
    server.kill("SIGKILL");
    await exitEvent;
  };
  return {
    async start() {
      const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
      server = spawn("redis-server", flags, { stdio: ["ignore", "pipe", "ignore"] });
      const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
      server.once("exit", (code) => reject(new Error(`redis-server ended with ${code} before it was ready.`)));
      server.stdout!.on("data", (text: Buffer) => void (text.includes("Ready to accept") && resolve()));
      await ready;
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns a port of this machine that nobody listens on at the moment. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `${port}`;
}
