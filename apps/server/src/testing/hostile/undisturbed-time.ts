import { readdirSync, readFileSync } from "node:fs";

/** Threads that a request may have to wait for. */
const SEARCH = "knote-search";

/**
 * Milliseconds by a clock that stands still while the server, or this process, could run and others had the processor:
 * so a request takes as long on a busy machine as on a quiet one. Where the kernel tells nothing of that, the time of day.
 */
export function undisturbedTime(pid: number): () => number {
  const files = ["/proc/thread-self/schedstat", ...threadsOf(pid).map((thread) => `${thread}/schedstat`)];
  return () => performance.now() - files.reduce((sum, file) => sum + waitedMs(file), 0);
}

/** The main thread, and the one that searches. */
function threadsOf(pid: number): string[] {
  const folder = `/proc/${pid}/task`;
  try {
    return readdirSync(folder)
      .map((thread) => `${folder}/${thread}`)
      .filter((thread) => thread.endsWith(`/${pid}`) || readFileSync(`${thread}/comm`, "utf8").startsWith(SEARCH));
  } catch {
    return [];
  }
}

/** How long the thread has waited for a processor. */
function waitedMs(file: string): number {
  try {
    return Number(readFileSync(file, "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}
