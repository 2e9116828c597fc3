import { readdirSync, readFileSync } from "node:fs";

/** Name prefix of the search threads, which requests can wait for. */
const SEARCH = "knote-search";

/**
 * Returns a clock in milliseconds that leaves out the time that the server or this process waited for a processor: a
 * request takes as long on a busy machine as on a quiet one. Without that figure from the kernel, an ordinary clock.
 */
export function undisturbedTime(pid: number): () => number {
  const files = ["/proc/thread-self/schedstat", ...threadsOf(pid).map((thread) => `${thread}/schedstat`)];
  return () => performance.now() - files.reduce((sum, file) => sum + waitedMs(file), 0);
}

/** Returns the main thread and the search threads. */
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

/** Returns how long the thread has waited for a processor. */
function waitedMs(file: string): number {
  try {
    return Number(readFileSync(file, "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}
