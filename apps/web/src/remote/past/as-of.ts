import { dayOf, readDay } from "../../kit/days.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });

/**
 * Reads a time of the past: a UTC day before the present one (`2026-03-01`), which means its end, or a moment
 * (ISO 8601 in UTC). Anything else means the present.
 */
export function readAsOf(value: unknown, now: number): string | undefined {
  const asOf = readDay(value);
  if (asOf !== undefined) return asOf < dayOf(now) ? asOf : undefined;
  if (typeof value !== "string" || !MOMENT.test(value) || readDay(value.slice(0, 10)) === undefined) return undefined;
  // NaN, of a time that does not exist, is not before anything.
  return Date.parse(value) <= now ? value : undefined;
}

/** Reads the time that the address of the page names; undefined in the present. */
export function asOfAddress({ search }: Pick<Location, "search">, now: number): string | undefined {
  return readAsOf(new URLSearchParams(search).get("as_of"), now);
}

/** Returns the last moment of the time, in the form that notes have theirs. */
export function endOf(asOf: string): string {
  return readDay(asOf) === undefined ? new Date(asOf).toISOString() : `${asOf}T23:59:59.999Z`;
}

/** Writes a time of the past: "March 1, 2026"; a moment with its time of day. */
export function asOfInWords(asOf: string): string {
  return (readDay(asOf) === undefined ? moment : day).format(new Date(asOf));
}
