/** Far beyond what it takes: a machine that is busy makes it late, not wrong. */
const DEADLINE_MS = 60_000;
const PAUSE_MS = 5;

/** Repeats a check until it holds; after the deadline its last failure stands. For engines that deliver in their own time. */
export async function eventually<T>(check: () => T | Promise<T>, { deadlineMs = DEADLINE_MS } = {}): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
