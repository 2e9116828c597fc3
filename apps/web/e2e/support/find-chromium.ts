import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Returns the path of Chromium: the variable CHROMIUM, else the first on the PATH. */
export function findChromium(): string {
  if (process.env["CHROMIUM"]) return process.env["CHROMIUM"];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const executable = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) =>
    existsSync(file),
  );
  if (executable) return executable;
  throw new Error(
    "These tests drive Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.",
  );
}
