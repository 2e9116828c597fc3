import type { WordReader } from "@knote/api";
import * as pattern from "./answer-patterns.ts";
import { numbersBeside } from "./numbers-beside.ts";
import type { Question } from "./question.ts";

const LONGEST_BEFORE = 16;
/** Years, as far as no day or month stands beside them. */
const YEAR_ALONE = new RegExp(`(?<!(?:${pattern.MONTH}\\.?,? |\\d[/.-]))\\b(?:1\\d|20)\\d\\d\\b(?![/.-]\\d)`, "gi");

/** Returns how clearly the sentence holds the kind of thing asked for, 0…1; words of the question do not count. */
export function typeMatchOf(question: Question, sentence: string): number {
  const { reader, type, measure, language } = question;
  const sign = language.signs[question.isAboutMoney ? "money" : type];
  if ((type === "open" || type === "yes-no") && measure === null && sign === undefined) return 0;
  const text = withoutWords(sentence, question);
  const isNumber = type === "amount" || type === "count";
  if (!isNumber && measure?.test(text) === true) return 1;
  if (sign?.test(text) === true) return 1;
  switch (type) {
    case "who":
      return Math.max(
        bestName(sentence, text, reader, (before) => !pattern.BEFORE_PLACE.test(before)),
        pattern.PERSON.test(text) ? 0.5 : 0,
      );
    case "when":
      if (question.asksDay && !pattern.DATE.test(text.replace(YEAR_ALONE, " ")))
        return pattern.RELATIVE_DAY.test(text) ? 0.7 : 0;
      return pattern.DATE.test(text) ? 1 : pattern.RELATIVE_DAY.test(text) || pattern.OTHER_TIME.test(text) ? 0.7 : 0;
    case "where":
      return Math.max(
        bestName(sentence, text, reader, (before) => pattern.BEFORE_PLACE.test(before)),
        pattern.PLACE.test(text) ? 0.5 : 0,
      );
    case "count":
      return pattern.NUMBER.test(withoutDates(text)) ? (numbersBeside(sentence, question).length > 0 ? 1 : 0.6) : 0;
    case "amount":
      if (question.isAboutMoney) return pattern.MONEY.test(text) || text.search(pattern.WHOLE_PLAIN_SUM) >= 0 ? 1 : 0;
      return pattern.AMOUNT.test(withoutDates(text).replace(pattern.WHOLE_DURATION, " "))
        ? numbersBeside(sentence, question).length > 0
          ? 1
          : 0.8
        : 0;
    case "frequency":
    case "duration":
      return pattern.DURATION.test(text) ? 1 : pattern.NUMBER.test(withoutDates(text)) ? 0.5 : 0;
    case "why":
      return pattern.REASON.test(text) ? 1 : 0;
    case "yes-no":
    case "open":
      return 0;
  }
}

/** Returns whether the sentence holds a name that the question has not, other than as its first word. */
export function hasName(question: Question, sentence: string): boolean {
  return bestName(sentence, withoutWords(sentence, question), question.reader, () => true) === 1;
}

/** Blanks out the words with these stems; all positions stay the same. */
function withoutWords(sentence: string, { reader, stems }: Question): string {
  let rest = sentence;
  for (const { stem, start, end } of reader.words(sentence)) {
    if (stems.has(stem)) rest = `${rest.slice(0, start)}${"_".repeat(end - start)}${rest.slice(end)}`;
  }
  return rest;
}

function withoutDates(text: string): string {
  return text.replace(pattern.SURE_DATES, " ");
}

/** Returns 1 for a name in the rest of a sentence, ¾ if its capital may come from the sentence or title, 0 for none. */
function bestName(sentence: string, text: string, reader: WordReader, fits: (before: string) => boolean): number {
  const capitalisedWords = reader.words(text).filter(({ start }) => /\p{Lu}/u.test(text.charAt(start)));
  const inTitleCase = isInTitleCase(sentence, reader);
  let best = 0;
  for (const { text: word, start, counts } of capitalisedWords) {
    const before = text.slice(Math.max(0, start - LONGEST_BEFORE), start);
    if (!counts || pattern.NOT_A_NAME.test(word) || pattern.NUMBER_ALONE.test(word) || !fits(before)) continue;
    best = Math.max(best, inTitleCase || /(?:^|[.!?:“"(])\s*$/u.test(before) ? 0.75 : 1);
  }
  return best;
}

function isInTitleCase(sentence: string, reader: WordReader): boolean {
  const all = reader.words(sentence);
  return all.length > 3 && all.filter(({ start }) => /\p{Lu}/u.test(sentence.charAt(start))).length > 0.6 * all.length;
}
