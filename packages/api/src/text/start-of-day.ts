const DAY = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** Returns the time at which a year, month or day (`2026`, `2026-03`, `2026-03-01`) begins in UTC; null for any other text. */
export function startOfDay(text: string): string | null {
  const match = DAY.exec(text);
  if (match === null) return null;
  const [, year, month = "01", day = "01"] = match;
  const start = `${year}-${month}-${day}T00:00:00.000Z`;
  const time = Date.parse(start);
  // Date.parse accepts 30 February as 2 March.
  return Number.isNaN(time) || new Date(time).toISOString() !== start ? null : start;
}
