/** What a piece of work took, in milliseconds. */
export interface WorkTimes {
  readonly duration: number;
  /** CPU time of this thread: unlike the clock, it stands still while others have the machine. */
  readonly cpu: number;
  /** CPU time of the longest turn of the event loop. */
  readonly longestTurn: number;
}

/** The columns of `figuresOf`. */
export const TURN_COLUMNS = "ms | ms of CPU | in the longest turn |\n|---|--:|--:|--:|\n";

/** Runs the work once. Start Node with `--expose-gc`, so that no garbage of before is collected meanwhile. */
export async function measureTurns<Result>(work: () => Promise<Result>): Promise<WorkTimes & { result: Result }> {
  globalThis.gc?.();
  let longestTurn = 0;
  let turnStart = threadMs();
  let isRunning = true;
  const watch = () => {
    longestTurn = Math.max(longestTurn, threadMs() - turnStart);
    turnStart = threadMs();
    if (isRunning) setImmediate(watch);
  };
  setImmediate(watch);
  await new Promise(setImmediate);
  const [startTime, cpuStart] = [performance.now(), threadMs()];
  longestTurn = 0;
  const result = await work();
  const [duration, cpu] = [performance.now() - startTime, threadMs() - cpuStart];
  await new Promise(setImmediate);
  isRunning = false;
  return { result, duration, cpu, longestTurn };
}

/** Writes the times as cells of a table. */
export function figuresOf({ duration, cpu, longestTurn }: WorkTimes): string {
  return [duration, cpu, longestTurn].map((figure) => figure.toFixed(1)).join(" | ");
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}
