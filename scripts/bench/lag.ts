/**
 * Loaded into a Node server before its own code: measures the delay of its event loop to the millisecond and writes
 * `worst p99` in milliseconds to the fourth pipe on each SIGUSR2, measured since the previous one.
 */
const PROBE = `
import { writeSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on("SIGUSR2", () => {
    writeSync(3, [delay.max, delay.percentile(99)].map((ns) => ns / 1e6).join(" ") + "\\n");
    delay.reset();
  });
}`;

export const LAG_PROBE = `--import=data:text/javascript,${encodeURIComponent(PROBE)}`;

export interface Lag {
  readonly maxMs: number;
  readonly p99Ms: number;
}

/** Reads the next line of the probe's pipe. */
export async function readLag(pipe: NodeJS.ReadableStream): Promise<Lag> {
  const { promise, resolve } = Promise.withResolvers<Lag>();
  pipe.once("data", (line: Buffer) => {
    const [maxMs = Number.NaN, p99Ms = Number.NaN] = String(line).split(" ").map(Number);
    resolve({ maxMs, p99Ms });
  });
  return promise;
}
