/** Returns the smallest value that at least this share of the values does not exceed; 0 for no values. */
export function percentile(values: readonly number[], share: number): number {
  const ascending = [...values].sort((one, other) => one - other);
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? 0;
}
