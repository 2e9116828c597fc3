import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Config } from "@knote/config";
import { isServed } from "@knote/storage-sqlite";
import { CliError } from "../cli-error.ts";
import { dataFolder } from "../open-data.ts";

const SERVER = fileURLToPath(new URL("../../../server/src/main.ts", import.meta.url));
const ADDRESS = /^Knote \S+ is running at (\S+)$/;
const SIGN_IN = /^Sign in, once/;

/** A server that ends with this process. */
export interface OwnServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the server as a child, on the port of the settings or on any free one. Resolves to null when another process
 * was faster and has the data folder; rejects with what the server said when it cannot start.
 */
export async function startOwnServer(config: Config, environment: NodeJS.ProcessEnv): Promise<OwnServer | null> {
  const port = (await isFree(config)) ? config.port : 0;
  // The channel tells the server when this process is gone, however it ended.
  const child = spawn(process.execPath, [SERVER], {
    env: { ...environment, PORT: String(port), LOG_LEVEL: "warn", KNOTE_NO_OPEN: "1" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const exit = once(child, "close");
  const { url, complaint } = readOutput(child);
  const address = await Promise.race([url, exit.then(() => null)]);
  if (address === null) {
    if (isServed({ dataDir: dataFolder(config, "") })) return null;
    throw new CliError(complaint().trim() || "The server ended before it had started.");
  }
  return {
    url: address,
    async close() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await exit;
    },
  };
}

/** Passes the log on to stderr, without the link that signs in. */
function readOutput(child: ChildProcess): { readonly url: Promise<string>; readonly complaint: () => string } {
  const { promise: url, resolve } = Promise.withResolvers<string>();
  let complaint = "";
  createInterface({ input: child.stdout! }).on("line", (line) => {
    const address = ADDRESS.exec(line)?.[1];
    if (address !== undefined) resolve(address);
    else if (!SIGN_IN.test(line)) process.stderr.write(`${line}\n`);
  });
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
    process.stderr.write(text);
  });
  return { url, complaint: () => complaint };
}

async function isFree({ host, port }: Pick<Config, "host" | "port">): Promise<boolean> {
  const socket = createServer();
  try {
    socket.listen({ host, port });
    await once(socket, "listening");
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
}
