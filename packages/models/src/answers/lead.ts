import * as pattern from "./answer-patterns.ts";
import { resolveRelative } from "./dates.ts";
import { numbersBeside } from "./numbers-beside.ts";
import type { Evidence } from "./evidence.ts";
import type { Question } from "./question.ts";

/**
 * Returns the words of the sentence that answer by themselves; null unless there is exactly one candidate. Only
 * for the question types where such words were mostly right when measured. For "who" they mostly were not.
 */
export function leadOf(question: Question, { text, day }: Evidence): string | null {
  const { isAboutMoney } = question;
  switch (question.type) {
    case "when":
      return fittingDate(onlyMatch(text, pattern.WHOLE_DATE), question, day) ?? resolveRelative(text, day);
    case "count":
      return countOf(text, question);
    case "amount":
      if (isAboutMoney)
        return onlyMatch(text, pattern.MONEY.test(text) ? pattern.WHOLE_MONEY : pattern.WHOLE_PLAIN_SUM);
      return onlyMatch(
        text.replace(pattern.SURE_DATES, (date) => "_".repeat(date.length)),
        pattern.WHOLE_NUMBER,
      );
    case "duration":
      return onlyMatch(text, pattern.WHOLE_DURATION);
    case "where":
      return onlyPlace(text, question);
    default:
      return null;
  }
}

function onlyMatch(text: string, shape: RegExp): string | null {
  const [match, another] = text.match(shape) ?? [];
  return match === undefined || another !== undefined ? null : match.trim();
}

/** Returns null for a date after the day of writing when the question is about what has happened, and the reverse. */
function fittingDate(date: string | null, { isPast, isFuture, asksDay }: Question, day: Date): string | null {
  const year = Number(/\d{4}/.exec(date ?? "")?.[0] ?? Number.NaN);
  const isOff = (isPast && year > day.getUTCFullYear()) || (isFuture && year < day.getUTCFullYear());
  return isOff || (asksDay && /^\d{4}s?$/.test(date ?? "")) ? null : date;
}

/** Returns the only number beside the counted thing, which is the first word of the question. */
function countOf(text: string, question: Question): string | null {
  const [number, another] = numbersBeside(text, question);
  return number === undefined || another !== undefined ? null : text.slice(number.start, number.end);
}

/** Returns the only place name in the sentence, of one word or more, that is not in the question. */
function onlyPlace(text: string, { reader, stems }: Question): string | null {
  const runs: { start: number; end: number }[] = [];
  for (const { text: word, stem, start, end, counts } of reader.words(text)) {
    if (!/\p{Lu}/u.test(text.charAt(start)) || !counts || pattern.NOT_A_NAME.test(word)) continue;
    const run = runs.at(-1);
    if (run !== undefined && text.slice(run.end, start) === " ") run.end = end;
    else if (!stems.has(stem)) runs.push({ start, end });
  }
  const places = runs.filter(({ start }) => pattern.BEFORE_PLACE.test(text.slice(Math.max(0, start - 16), start)));
  const names = places.map(({ start, end }) => text.slice(start, end)).filter((name) => !/['’]s?$/.test(name));
  return names.length === 1 ? names[0]! : null;
}
