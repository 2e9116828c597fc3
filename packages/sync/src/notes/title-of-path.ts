import { readOwnFile } from "@knote/formats";

/** Returns the title that the name of a file gives. */
export function titleOfPath(path: string): string {
  return readOwnFile(path, "").title;
}
