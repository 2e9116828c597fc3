/** Much longer than needed: on a busy machine a test is slow, but does not fail. */
const DEADLINE_MS = 60_000;
const PAUSE_MS = 5;

/** Repeats a check until it passes; after the deadline rejects with its last failure. For asynchronous engines. */
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
