import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface Child extends AsyncDisposable {
  readonly lines: AsyncIterableIterator<string>;
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>;
}

/** Runs a file beside this one in a process of its own. */
export function startChild(
  file: string,
  input: readonly string[],
  { cache, ...options }: { readonly uid?: number; readonly cache?: string } = {},
): Child {
  const path = fileURLToPath(new URL(file, import.meta.url));
  // A cache of compiled modules lets many short-lived processes start quickly. Vitest turns it off to measure coverage.
  const env = cache === undefined ? process.env : { NODE_COMPILE_CACHE: cache };
  const child = spawn(process.execPath, [path, ...input], { stdio: ["ignore", "pipe", "inherit"], env, ...options });
  const exitEvent = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await exitEvent;
  };
  return { lines: linesOf(child), kill, [Symbol.asyncDispose]: kill };
}

export async function nextLine(child: Child): Promise<string> {
  return (await child.lines.next()).value;
}

function linesOf({ stdout }: ChildProcess): AsyncIterableIterator<string> {
  return createInterface({ input: stdout! })[Symbol.asyncIterator]();
}
