import { isMainThread } from "node:worker_threads";

/**
 * Loaded into a server before it starts. Between two beats the loop has had a turn, so what its thread computed in
 * between held it up: processor time, as on a busy machine the clock tells of others. On SIGUSR2 it prints the most
 * since it was last asked.
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
