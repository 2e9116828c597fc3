import os from "node:os";

const NICE_INCREMENT = 10;
const LARGEST_NICE = 19;

/** Lets other threads of the process go first. Only on Linux: elsewhere this would slow the whole process. */
export function lowerPriorityOfThisThread(): void {
  if (process.platform !== "linux") return;
  try {
    os.setPriority(0, Math.min(LARGEST_NICE, os.getPriority(0) + NICE_INCREMENT));
  } catch {
    // A sandbox can forbid this; the thread works without it.
  }
}
