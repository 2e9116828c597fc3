import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes the names of new files as durable as what they hold. */
export function syncFolder(folder: string): void {
  // Windows opens no folders.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
