import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EvalError } from "../eval-error.ts";
import type { Service } from "./service.ts";

/** Started by its path, as nothing may import an app. */
const SERVER = fileURLToPath(new URL("../../../server/src/main.ts", import.meta.url));
const ADDRESS = /^Knote .*(http:\/\/\S+)\n/m;
const START_DEADLINE_MS = 60_000;
/** Settings that tie a service to its installation; not handed on. The models stay as they are set. */
const SERVICE_SETTINGS = [
  "PUBLIC_URL",
  "JWT_JWKS_URL",
  "CORS_ORIGINS",
  "BODY_LIMIT_BYTES",
  "SSE_PING_SECONDS",
  "STREAMS_PER_USER",
  "TRUST_PROXY",
  "METRICS_TOKEN",
  "MONGODB_URL",
  "QDRANT_URL",
  "QDRANT_API_KEY",
  "REDIS_URL",
  "STORAGE_PREFIX",
];

type Variables = Readonly<Record<string, string | undefined>>;

/** Starts the real server as a temporary process without notes, on a port that the system chooses. */
export async function startOwnService(environment: Variables): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), "knote-eval-"));
  const secret = randomBytes(48).toString("base64url");
  const env = ownSettings(environment, join(folder, "data"), secret);
  // The IPC channel lets the server notice that this process is gone, and end.
  const stdio: ["ignore", "pipe", "pipe", "ipc"] = ["ignore", "pipe", "pipe", "ipc"];
  const child = spawn(process.execPath, [SERVER], { cwd: folder, env, stdio });
  const exit = once(child, "close");
  const end = async () => {
    child.kill("SIGKILL");
    await exit;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { url: await addressOf(child), secret, keepsNotes: false, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

function ownSettings(environment: Variables, dataDir: string, secret: string): Record<string, string | undefined> {
  const models = Object.entries(environment).filter(([name]) => !SERVICE_SETTINGS.includes(name));
  return {
    ...Object.fromEntries(models),
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: dataDir,
    JWT_SECRET: secret,
    DEFAULT_TIER: "agent",
    LOG_LEVEL: "warn",
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = "";
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      if (output.length < 10_000) output += text;
      const address = ADDRESS.exec(output)?.[1];
      if (address) resolve(address);
    });
  }
  const fail = () => reject(new EvalError(`The service to measure did not start. ${output.trim()}`));
  child.once("close", fail).once("error", fail);
  const timer = setTimeout(fail, START_DEADLINE_MS);
  return await promise.finally(() => clearTimeout(timer));
}
