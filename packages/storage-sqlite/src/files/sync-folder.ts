import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes the names of new files as durable as their contents. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
