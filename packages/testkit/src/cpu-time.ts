const ROUNDS = 3;

/**
 * Returns the milliseconds of processor time that the work takes in this process, the least of a few rounds. Other
 * processes do not count, so a limit holds on a busy machine, too.
 */
export async function cpuTimeOf(work: () => unknown, { rounds = ROUNDS } = {}): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
