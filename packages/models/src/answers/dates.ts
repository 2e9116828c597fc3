import { DAY_MS } from "@knote/contract";
import { MONTH } from "./answer-patterns.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const YEAR = "((?:1[5-9]|20)\\d\\d)";
/** 23 March, 2023 · March 23rd, 2023 · 2023-03-23. */
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ?(${MONTH})\\.?,? ${YEAR}\\b`, "i");
const MONTH_FIRST = new RegExp(`\\b(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? ${YEAR}\\b`, "i");
const ISO = new RegExp(`\\b${YEAR}-(\\d\\d)-(\\d\\d)(?!\\d)`);

const SMALL_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const COUNT = `(an?|\\d{1,3}|${SMALL_NUMBERS.slice(1).join("|")}|(?:a )?(?:few|couple of|couple))`;
const AGO = new RegExp(`\\b${COUNT} (day|week|month|year)s? ago\\b`, "i");
const NEIGHBOUR = new RegExp(
  `\\b(last|past|next|coming|this) (${WEEKDAYS.join("|")}|night|week|weekend|month|year|spring|summer|autumn|fall|winter)\\b`,
  "i",
);
const NEAR_DAY = /\b(yesterday|today|tonight|this (?:morning|afternoon|evening)|tomorrow)\b/i;

/** Returns the first full date in the text, at midnight UTC; null without one. */
export function dateIn(text: string): Date | null {
  const [dayFirst, monthFirst, iso] = [DAY_FIRST.exec(text), MONTH_FIRST.exec(text), ISO.exec(text)];
  if (dayFirst) return dateOf(dayFirst[3]!, monthOf(dayFirst[2]!), dayFirst[1]!);
  if (monthFirst) return dateOf(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]!);
  return iso && dateOf(iso[1]!, Number(iso[2]) - 1, iso[3]!);
}

/** Formats a day as people write it: 7 May 2023. */
export function dayName(date: Date): string {
  return `${date.getUTCDate()} ${monthName(date)}`;
}

/**
 * Resolves "yesterday", "last Friday" or "two months ago" in a text of that day, no finer than the text says:
 * a week is not resolved to a day, nor a month to a week. Null when the text has no such word.
 */
export function resolveRelative(text: string, writtenOn: Date): string | null {
  const near = NEAR_DAY.exec(text)?.[1]?.toLowerCase();
  if (near !== undefined) return dayName(plusDays(writtenOn, near === "yesterday" ? -1 : near === "tomorrow" ? 1 : 0));
  const ago = AGO.exec(text);
  if (ago) return agoName(ago[1]!.toLowerCase(), ago[2]!.toLowerCase(), writtenOn);
  const neighbour = NEIGHBOUR.exec(text);
  if (!neighbour) return null;
  const direction = { last: -1, past: -1, next: 1, coming: 1 }[neighbour[1]!.toLowerCase()] ?? 0;
  return neighbourName(neighbour[2]!.toLowerCase(), direction, writtenOn);
}

function agoName(quantity: string, unit: string, writtenOn: Date): string {
  const count = /^an?$/.test(quantity) ? 1 : /^\d/.test(quantity) ? Number(quantity) : SMALL_NUMBERS.indexOf(quantity);
  if (count < 0 || unit === "week") return `${quantity} ${unit}${count === 1 ? "" : "s"} before ${dayName(writtenOn)}`;
  if (unit === "day") return dayName(plusDays(writtenOn, -count));
  if (unit === "month") return monthName(plusMonths(writtenOn, -count));
  return String(writtenOn.getUTCFullYear() - count);
}

function neighbourName(unit: string, direction: number, writtenOn: Date): string {
  const weekday = WEEKDAYS.findIndex((day) => day.toLowerCase() === unit);
  if (weekday >= 0) return weekdayName(weekday, direction, writtenOn);
  if (unit === "night") return dayName(plusDays(writtenOn, direction));
  if (unit === "month") return monthName(plusMonths(writtenOn, direction));
  if (unit === "year") return String(writtenOn.getUTCFullYear() + direction);
  if (/week/.test(unit))
    return `the ${unit} ${direction < 0 ? "before" : direction > 0 ? "after" : "of"} ${dayName(writtenOn)}`;
  return `${unit} ${writtenOn.getUTCFullYear() + direction}`;
}

function weekdayName(weekday: number, direction: number, writtenOn: Date): string {
  const days = (weekday - writtenOn.getUTCDay() + 7) % 7;
  const offset = direction < 0 ? days - 7 : days === 0 && direction > 0 ? 7 : days;
  return `${WEEKDAYS[weekday]}, ${dayName(plusDays(writtenOn, offset))}`;
}

function dateOf(year: string, month: number, day: string): Date | null {
  const date = new Date(Date.UTC(Number(year), month, Number(day)));
  return date.getUTCMonth() === month && date.getUTCDate() === Number(day) ? date : null;
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.toLowerCase().startsWith(name.slice(0, 3).toLowerCase()));
}

function monthName(date: Date): string {
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function plusDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

function plusMonths(date: Date, months: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}
