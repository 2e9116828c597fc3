import { Worker } from "node:worker_threads";

/** Returns the defects that SQLite finds in a database file, none when it is sound. Reads it on another thread. */
export async function integrityProblems(path: string): Promise<string[]> {
  const worker = new Worker(new URL("./integrity-worker.ts", import.meta.url), { workerData: { path } });
  return await new Promise<string[]>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The check of ${path} ended with code ${code}.`)));
  });
}
