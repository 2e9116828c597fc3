import type { Evidence, WeighedEvidence } from "./evidence.ts";
import { isDenial } from "./polarity.ts";
import type { Question } from "./question.ts";

const MOST_ITEMS = 12;
/** In a longer note, a sentence far from the best one is about something else. */
const SHORT_NOTE = 8;
const INTRODUCES = /[:：]\s*$/;

/**
 * Returns the further sentences of the note that the answer needs: the items of the list that the sentence introduces
 * or belongs to, the reason beside a fact, or the sentence that explains a title.
 */
export function detailsOf(best: Evidence, { question, sentences }: WeighedEvidence): readonly string[] {
  const own = sentences.filter(({ passage }) => passage === best.passage).toSorted((one, other) => one.at - other.at);
  const items = question.isNegative ? [] : itemsFor(best, own);
  const wantsItems = question.many || question.type === "open" || question.type === "who";
  if (items.length > (best.isItem ? 0 : 1) && wantsItems)
    return namedItems(best, items, question).map(({ text }) => text);
  const others = own.filter(({ at, isCode }) => at !== best.at && !isCode);
  const denials = question.isNegative
    ? others.filter(({ text }) => isDenial(question.language, text.toLowerCase()))
    : [];
  const detail = detailAmong(denials.length > 0 ? denials : others, best, question);
  return detail === undefined ? [] : [detail.text];
}

/** Returns the items of the list that the sentence introduces, or the other items of its own list. */
function itemsFor({ at, isTitle, isItem, text }: Evidence, own: readonly Evidence[]): readonly Evidence[] {
  const items = own.filter((sentence) => sentence.isItem);
  const introduces = isTitle || INTRODUCES.test(text) || own.find((next) => next.at === at + 1)?.isItem === true;
  if (!isItem && !introduces) return [];
  return items.filter((item) => item.at !== at).slice(0, MOST_ITEMS);
}

/** Returns the items that have the most of the question's words that the title lacks: "five stars". */
function namedItems(best: Evidence, items: readonly Evidence[], { stems }: Question): readonly Evidence[] {
  const askedStems =
    best.isItem || best.isTitle ? [...stems].filter((stem) => best.isItem || !best.stems.has(stem)) : [];
  const counts = [...items, ...(best.isItem ? [best] : [])].map((item) => countOf(item, askedStems));
  return items.filter((item) => countOf(item, askedStems) >= Math.max(...counts));
}

function countOf(item: Evidence, stems: readonly string[]): number {
  return stems.filter((stem) => item.stems.has(stem)).length;
}

function detailAmong(others: readonly Evidence[], best: Evidence, question: Question): Evidence | undefined {
  if (question.type === "yes-no") return undefined;
  const isReason = question.type === "why" && best.typeMatch > 0 && !best.isTitle;
  if (question.type === "why" && !isReason) return reasonBeside(best, others);
  if (others.length >= SHORT_NOTE) return undefined;
  if (best.isTitle && isHeading(best, question)) return others[0];
  if (best.isTitle) return complementOf(best, others, question) ?? explanationOf(best, others, question);
  // A sentence without a word of the question is about it only under its title.
  return [...question.stems].some((stem) => best.stems.has(stem)) ? undefined : others.find(({ isTitle }) => isTitle);
}

/** Returns whether the title is what is asked for, so that the text below it is the answer: "Colour of the hull". */
function isHeading({ stems: titleStems }: Evidence, { stems, type, isNegative }: Question): boolean {
  return type === "open" && !isNegative && stems.size > 0 && [...stems].every((stem) => titleStems.has(stem));
}

/** Returns the sentence that gives a reason, or the one after. */
function reasonBeside({ at, typeMatch }: Evidence, others: readonly Evidence[]): Evidence | undefined {
  const near = others.length < SHORT_NOTE ? others : others.filter((other) => Math.abs(other.at - at) <= 2);
  const reason = near.find((other) => other.typeMatch > 0);
  return (
    reason ??
    (typeMatch > 0 ? undefined : (near.find((other) => other.at > at) ?? near.findLast((other) => other.at < at)))
  );
}

/** Returns the sentence with most of the question's words that the title lacks. */
function complementOf(title: Evidence, others: readonly Evidence[], { stems }: Question): Evidence | undefined {
  const missingStems = [...stems].filter((stem) => !title.stems.has(stem));
  return mostOf(others, (other) => missingStems.filter((stem) => other.stems.has(stem)).length);
}

/** Returns the sentence that holds what is asked for, unless the title does; after a claim, what explains it. */
function explanationOf(
  title: Evidence,
  others: readonly Evidence[],
  { type, measure }: Question,
): Evidence | undefined {
  if (type === "open") return mostOf(others, ({ overlap }) => overlap) ?? others[0];
  const clearer = others.filter(({ typeMatch }) => typeMatch > title.typeMatch);
  return title.typeMatch > (measure === null ? 0 : 0.9)
    ? undefined
    : mostOf(clearer, ({ typeMatch, overlap }) => typeMatch + overlap);
}

/** Returns the sentence with the highest value above 0, the first of equals. */
function mostOf(sentences: readonly Evidence[], valueOf: (sentence: Evidence) => number): Evidence | undefined {
  return sentences.reduce<Evidence | undefined>(
    (most, sentence) => (valueOf(sentence) > (most === undefined ? 0 : valueOf(most)) ? sentence : most),
    undefined,
  );
}
