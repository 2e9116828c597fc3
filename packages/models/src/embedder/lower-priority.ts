import os from "node:os";

const BELOW_THE_THREAD_THAT_STARTED_IT = 10;
const LOWEST = 19;

/** Lets other threads of the process go first. Only on Linux: elsewhere this would slow the whole process. */
export function lowerPriorityOfThisThread(): void {
  if (process.platform !== "linux") return;
  try {
    os.setPriority(0, Math.min(LOWEST, os.getPriority(0) + BELOW_THE_THREAD_THAT_STARTED_IT));
  } catch {
    // A sandbox can forbid this; the thread works without it.
  }
}
