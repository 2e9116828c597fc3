/** The standard normal quantile that leaves 2.5 % on either side. */
const Z = 1.959963984540054;

/** A range of shares, 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the 95 % interval of a share of which `successes` of `count` were seen, by Wilson's score: unlike p ± z·s it
 * stays within 0 and 1, and says something with few and with none. Everything is possible of a `count` of 0.
 *
 * E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference", Journal of the American
 * Statistical Association 22, 209–212.
 */
export function wilsonInterval(successes: number, count: number): Interval {
  if (count === 0) return { low: 0, high: 1 };
  const share = successes / count;
  const spread = Z ** 2 / count;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((share * (1 - share)) / count + spread / (4 * count));
  // At the ends, rounding could leave the share itself outside.
  return { low: Math.max(0, Math.min(share, centre - half)), high: Math.min(1, Math.max(share, centre + half)) };
}
