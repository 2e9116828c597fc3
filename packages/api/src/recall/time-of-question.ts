import { calendarSpan, datesIn, type TimeSpan } from "../search/dates.ts";

/** What a question says about when. */
export interface TimeOfQuestion {
  /** The time that is asked about; open ends are infinite. */
  readonly span: TimeSpan | null;
  /** Which end of the time is asked for. */
  readonly order: "newest" | "oldest" | null;
}

const DAY_MS = 86_400_000;
const BEFORE = /\b(?:before|until|till|prior to|earlier than|up to)\s+(?:the\s+)?(?:end of\s+)?$/i;
const AFTER = /\b(?:after|since|later than|from)\s+(?:the\s+)?(?:end of\s+)?$/i;
const NEWEST =
  /\b(?:latest|newest|most recent(?:ly)?|currently|nowadays|right now|these days|at the moment|up to date)\b/i;
const OLDEST = /\b(?:earliest|oldest|very first|at first|originally|initially|in the beginning)\b/i;
const RELATIVE =
  /\b(?:(?<named>today|yesterday)|(?<which>this|last|past|previous)\s+(?<unit>week|month|year)|(?<count>\d{1,3}|an?|one|two|three|four|five|six)\s+(?<units>day|week|month|year)s?\s+ago)\b/gi;
const COUNTS: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };

/** Reads dates, relative times and words such as "latest" out of a question. `now` in ms since the epoch. */
export function timeOfQuestion(question: string, now: number): TimeOfQuestion {
  const order = NEWEST.test(question) ? "newest" : OLDEST.test(question) ? "oldest" : null;
  const named = [...datesIn(question), ...relativeSpans(question, now)].toSorted(
    (one, other) => one.start - other.start,
  );
  if (named.length === 0) return { span: null, order };
  return { span: named.map((span) => bounded(span, question.slice(0, span.start))).reduce(joined), order };
}

/** "between A and B", "from A to B" is all from A to B; "after A, before B" is what both leave. */
function joined(one: TimeSpan, other: TimeSpan): TimeSpan {
  const open = (span: TimeSpan) => span.from === -Infinity || span.to === Infinity;
  if (open(one) && open(other)) {
    const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
    if (both.from < both.to) return both;
  }
  if (open(one) && !open(other))
    return { from: Math.min(one.from, other.from) === -Infinity ? other.from : one.from, to: other.to };
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

function bounded(span: TimeSpan, before: string): TimeSpan {
  if (BEFORE.test(before)) return { from: -Infinity, to: span.from };
  if (AFTER.test(before)) return { from: span.from, to: Infinity };
  return { from: span.from, to: span.to };
}

function relativeSpans(question: string, now: number): (TimeSpan & { readonly start: number })[] {
  return [...question.matchAll(RELATIVE)].map((match) => ({ ...relativeSpan(match.groups!, now), start: match.index }));
}

function relativeSpan(part: Record<string, string | undefined>, now: number): TimeSpan {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  if (part["named"]) {
    const from = part["named"].toLowerCase() === "today" ? today : today - DAY_MS;
    return { from, to: from + DAY_MS };
  }
  const back = part["which"] ? (part["which"].toLowerCase() === "this" ? 0 : 1) : countOf(part["count"]!);
  return unitSpan((part["unit"] ?? part["units"])!.toLowerCase(), back, today);
}

/** The calendar unit that lies so many back; weeks begin on Monday. */
function unitSpan(unit: string, back: number, today: number): TimeSpan {
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === "year") return calendarSpan(year - back)!;
  if (unit === "month") {
    const first = new Date(Date.UTC(year, month - back));
    return calendarSpan(first.getUTCFullYear(), first.getUTCMonth())!;
  }
  if (unit === "day") return { from: today - back * DAY_MS, to: today - (back - 1) * DAY_MS };
  const monday = today - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return { from: monday - back * 7 * DAY_MS, to: monday - (back - 1) * 7 * DAY_MS };
}

function countOf(text: string): number {
  return COUNTS[text.toLowerCase()] ?? Number(text);
}
