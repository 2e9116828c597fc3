const ROUNDS = 3;

/**
 * How many milliseconds of a processor the work takes in this process, the least of a few rounds. What else the
 * machine does meanwhile does not count, so a limit holds on a busy one too.
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
