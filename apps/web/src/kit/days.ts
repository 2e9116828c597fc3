/** Returns the UTC day of a time in milliseconds: `2026-03-01`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the value if it is a day that exists, such as `2026-03-01`. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const time = Date.parse(value);
  return !Number.isNaN(time) && dayOf(time) === value ? value : undefined;
}
