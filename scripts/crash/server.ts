import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { entryPoint } from "../../packages/testkit/src/http/entry-point.ts";

const ADDRESS = /^Knote .*(http:\/\/\S+)\n/m;

/** One run of the server; it can be killed before it listens. */
export interface Life {
  /** Resolves when the server is healthy. */
  readonly healthy: Promise<{ readonly url: string; readonly recoveryMs: number }>;
  output(): string;
  kill(): Promise<void>;
}

export function startLife(folder: string, environment: Readonly<Record<string, string>>): Life {
  const startTime = performance.now();
  const child = spawn(process.execPath, [entryPoint("server.js")], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closing = once(child, "close");
  let output = "";
  const { promise: url, resolve } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const address = ADDRESS.exec(output)?.[1];
      if (address) resolve(address);
    });
  }
  const earlyEnd = closing.then(() => Promise.reject(new Error(`The server ended before it was healthy:\n${output}`)));
  const healthy = Promise.race([url.then((address) => whenHealthy(address, startTime)), earlyEnd]);
  // Nobody awaits these when the server is killed early.
  for (const promise of [earlyEnd, healthy]) promise.catch(() => undefined);
  return {
    healthy,
    output: () => output,
    async kill() {
      child.kill("SIGKILL");
      await closing;
    },
  };
}

async function whenHealthy(url: string, startTime: number) {
  for (;;) {
    const answer = await fetch(`${url}/health`);
    await answer.arrayBuffer();
    if (answer.status === 200) return { url, recoveryMs: performance.now() - startTime };
  }
}

/** Starts `knote reindex`, which writes from another process. */
export function startReindexing(folder: string, environment: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [entryPoint("knote.js"), "reindex"], {
    cwd: folder,
    env: environment,
    stdio: "ignore",
  });
}
