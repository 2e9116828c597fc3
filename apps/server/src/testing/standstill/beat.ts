import { isMainThread } from "node:worker_threads";

/**
 * Loaded into a server before it starts. The processor time of its thread between two beats blocked the event loop; a
 * clock would also count other processes of a busy machine. SIGUSR2 prints the longest time since the last signal.
 */
const BEAT_MS = 5;

if (isMainThread) {
  let most = 0;
  let before = cpuMs();
  setInterval(() => {
    const now = cpuMs();
    most = Math.max(most, now - before);
    before = now;
  }, BEAT_MS).unref();
  process.on("SIGUSR2", () => {
    process.stderr.write(`standstill ${Math.round(most)} ms\n`);
    most = 0;
  });
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
