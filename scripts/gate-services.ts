import { spawnSync } from "node:child_process";

type Environment = Readonly<Record<string, string | undefined>>;

/** The servers of the compose file, with the variables that the tests read. */
const SERVERS = [
  { name: "mongo", port: 27_017, protocol: "mongodb", variable: "TEST_MONGODB_URL" },
  { name: "qdrant", port: 6333, protocol: "http", variable: "TEST_QDRANT_URL" },
  { name: "redis", port: 6379, protocol: "redis", variable: "TEST_REDIS_URL" },
] as const;

export interface TestServers extends Disposable {
  /** Addresses of the started servers. */
  readonly urls: Environment;
}

/** Starts the servers that the environment does not name, if Docker runs; else the tests report what is missing. */
export function startTestServers(composeFile: string, env: Environment): TestServers {
  const missing = SERVERS.filter(({ variable }) => !env[variable]);
  const none: TestServers = { urls: {}, [Symbol.dispose]: () => undefined };
  if (missing.length === 0 || docker(["info"]) === null) return none;
  const compose = ["compose", "--project-name", `knote-test-${process.pid}`, "--file", composeFile];
  const stop = () => void docker([...compose, "down", "--volumes"]);
  const names = missing.map(({ name }) => name);
  if (docker([...compose, "up", "--detach", "--wait", ...names]) === null) {
    stop();
    return none;
  }
  const urls = missing.map(({ name, port, protocol, variable }) => {
    const place = docker([...compose, "port", name, `${port}`]);
    return [variable, place === null ? undefined : `${protocol}://${place.trim()}`];
  });
  return { urls: Object.fromEntries(urls), [Symbol.dispose]: stop };
}

/** Returns the output of the command; null when it fails or there is no Docker. */
function docker(args: readonly string[]): string | null {
  const { status, stdout } = spawnSync("docker", args, { stdio: ["ignore", "pipe", "ignore"], encoding: "utf8" });
  return status === 0 ? stdout : null;
}
