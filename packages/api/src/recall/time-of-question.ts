import { DAY_MS } from "@knote/contract";
import { calendarSpan, datesIn, type NamedSpan, type TimeSpan } from "../text/dates.ts";

/** The time that a question asks about. */
export interface TimeOfQuestion {
  /** The time spans asked about, possibly none; open ends are infinite. */
  readonly spans: readonly TimeSpan[];
  /** Whether the newest or the oldest notes are asked for. */
  readonly order: "newest" | "oldest" | null;
}

const BEFORE = /\b(?:before|until|till|prior to|earlier than|up to)\s+(?:the\s+)?(?:end of\s+)?$/i;
const AFTER = /\b(?:after|since|later than)\s+(?:the\s+)?(?:end of\s+)?$/i;
/** "from May 2023" means that month; only words after it, such as "onwards", leave its end open. */
const FROM = /\bfrom\s+(?:the\s+)?(?:end of\s+)?$/i;
const ON = /^\s*(?:onwards?\b|on(?=\s*(?:[^\s\w]|$))|(?:up\s+)?(?:to|until|till)\s+(?:now|the\s+present)\b)/i;
/** Words between the two ends of one time span. */
const RANGE = /^\s*(?:[-–—]|to|until|till|through|up\s+to)\s*(?:the\s+)?(?:end of\s+)?$/i;
const BETWEEN = /\bbetween\s+(?:the\s+)?$/i;
const AND = /^,?\s*and\s+(?:the\s+)?$/i;
const NEWEST =
  /\b(?:latest|newest|most recent(?:ly)?|currently|nowadays|right now|these days|at the moment|up to date)\b/i;
const OLDEST = /\b(?:earliest|oldest|very first|at first|originally|initially|in the beginning)\b/i;
const RELATIVE =
  /\b(?:(?<named>today|yesterday)|(?<which>this|last|past|previous)\s+(?<unit>week|month|year)|(?<count>\d{1,3}|an?|one|two|three|four|five|six)\s+(?<units>day|week|month|year)s?\s+ago)\b/gi;
const COUNTS: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };

/** Parses dates, relative times and words such as "latest" of a question. `now` in ms since the epoch. */
export function timeOfQuestion(question: string, now: number): TimeOfQuestion {
  const order = NEWEST.test(question) ? "newest" : OLDEST.test(question) ? "oldest" : null;
  const namedSpans = [...datesIn(question), ...relativeSpans(question, now)].toSorted(
    (one, other) => one.start - other.start,
  );
  const spans: TimeSpan[] = [];
  for (const [index, span] of namedSpans.entries()) {
    const [before, last] = [namedSpans[index - 1], spans.at(-1)];
    const next = applyBounds(span, question);
    if (before && last && (open(last) || open(next) || isRange(before, span, question)))
      spans[spans.length - 1] = joinSpans(last, next);
    else spans.push(next);
  }
  return { spans, order };
}

/** Whether two times are the ends of one span rather than two separate times. */
function isRange(one: NamedSpan, other: NamedSpan, question: string): boolean {
  const between = question.slice(one.end, other.start);
  return RANGE.test(between) || (AND.test(between) && BETWEEN.test(question.slice(0, one.start)));
}

function open(span: TimeSpan): boolean {
  return span.from === -Infinity || span.to === Infinity;
}

/** Joins two spans: "between A and B" and "from A to B" span both, "after A, before B" is their intersection. */
function joinSpans(one: TimeSpan, other: TimeSpan): TimeSpan {
  if (open(one) && open(other)) {
    const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
    if (both.from < both.to) return both;
  }
  if (open(one) && !open(other))
    return { from: Math.min(one.from, other.from) === -Infinity ? other.from : one.from, to: other.to };
  if (!open(one) && other.from === -Infinity && one.from < other.to) return { from: one.from, to: other.to };
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

function applyBounds(span: NamedSpan, question: string): TimeSpan {
  const [before, after] = [question.slice(0, span.start), question.slice(span.end)];
  if (BEFORE.test(before)) return { from: -Infinity, to: span.from };
  if (AFTER.test(before) || (FROM.test(before) && ON.test(after))) return { from: span.from, to: Infinity };
  return { from: span.from, to: span.to };
}

function relativeSpans(question: string, now: number): NamedSpan[] {
  return [...question.matchAll(RELATIVE)].map((match) => ({
    ...relativeSpan(match.groups!, now),
    start: match.index,
    end: match.index + match[0].length,
  }));
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

/** Returns the calendar unit `back` units ago; weeks begin on Monday. */
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
