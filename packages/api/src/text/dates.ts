/** A time span in UTC, milliseconds since the epoch: `[from, to)`. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A time span that a text names, with its position in code units `[start, end)`. */
export interface NamedSpan extends TimeSpan {
  readonly start: number;
  readonly end: number;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DAY = "\\d{1,2}(?:st|nd|rd|th)?";
const YEAR = "(?:19|20)\\d{2}";

/** The most precise notation of a date comes first, so that no part of it matches again. */
const DATE = new RegExp(
  [
    `(?<isoYear>${YEAR})-(?<isoMonth>0[1-9]|1[0-2])(?:-(?<isoDay>0[1-9]|[12]\\d|3[01]))?`,
    `(?<day1>${DAY})\\s+(?:of\\s+)?(?<month1>${MONTH})\\.?,?\\s+(?<year1>${YEAR})`,
    `(?<month2>${MONTH})\\.?\\s+(?<day2>${DAY}),?\\s+(?<year2>${YEAR})`,
    `(?<month3>${MONTH})\\.?,?\\s+(?:of\\s+)?(?<year3>${YEAR})`,
    `(?<year4>${YEAR})`,
  ]
    // No \b at the end: a T can follow an ISO date.
    .map((way) => `\\b${way}(?!\\d)`)
    .join("|"),
  "gi",
);

/** Returns the days, months and years that a text names in English or ISO 8601, in order. Skips impossible days. */
export function datesIn(text: string): NamedSpan[] {
  const spans: NamedSpan[] = [];
  for (const match of text.matchAll(DATE)) {
    const span = spanOf(match.groups!);
    if (span) spans.push({ ...span, start: match.index, end: match.index + match[0].length });
  }
  return spans;
}

/** Returns the span of a year, month (0–11) or day (from 1). Null for a day that the month does not have. */
export function calendarSpan(year: number, month?: number, day?: number): TimeSpan | null {
  if (month === undefined) return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) };
  if (day === undefined) return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
  const from = Date.UTC(year, month, day);
  return new Date(from).getUTCDate() === day ? { from, to: Date.UTC(year, month, day + 1) } : null;
}

function spanOf(part: Record<string, string | undefined>): TimeSpan | null {
  const year = Number(part["isoYear"] ?? part["year1"] ?? part["year2"] ?? part["year3"] ?? part["year4"]);
  const day = part["isoDay"] ?? part["day1"] ?? part["day2"];
  const name = part["month1"] ?? part["month2"] ?? part["month3"];
  const month = name
    ? MONTHS.indexOf(name.slice(0, 3).toLowerCase())
    : part["isoMonth"] && Number(part["isoMonth"]) - 1;
  return calendarSpan(
    year,
    month === undefined || month === "" ? undefined : month,
    day === undefined ? undefined : parseInt(day),
  );
}
