import { quotable } from "./quote.ts";

/** More than a passage has; keeps the splitting of a dozen under ten milliseconds. */
const MAX_CHARACTERS = 4_000;
const LINE_MARKUP = /^\s*(?:(?:[-*+•>]|#{1,6}|\d{1,3}[.)])\s+)+(?:\[[ xX]\]\s+)?/;
const RULE_OR_FENCE = /^(?:[-*_=~`|:\s]*|\s*```.*)$/;
/** What a full stop does not end a sentence after; a number must follow the last kind. */
const INITIAL = /(?:^|[\s("“'.])\p{Lu}\.$/u;
const ABBREVIATION =
  /(?:^|[\s("“'])(?:mr|mrs|ms|dr|prof|sr|jr|st|mt|vs|cf|ca|approx|est|dept|inc|ltd|corp|et al|e\.g|i\.e|u\.s|u\.k)\.$/i;
const BEFORE_NUMBER = /(?:^|[\s("“'])(?:no|nr|vol|fig|eq|ch|sec|pp?|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/i;
const LONGEST_ABBREVIATION = 12;
/** A bracket of its own belongs to the sentence before it. */
const AFTERTHOUGHT = /^\([^()]*\)[.!?]?$/;

/** The sentences of a text in order, fit to be quoted: lines end sentences, marks of lists and headings are left out. */
export function splitSentences(text: string): string[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return text
    .slice(0, MAX_CHARACTERS)
    .split(/[\r\n\u2028\u2029]+/)
    .filter((line) => !RULE_OR_FENCE.test(line))
    .flatMap((line) =>
      joinBroken(Array.from(segmenter.segment(line.replace(LINE_MARKUP, "")), ({ segment }) => segment)),
    )
    .map(quotable)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function joinBroken(segments: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const segment of segments) {
    const before = sentences.at(-1);
    if (before !== undefined && goesOn(before, segment)) sentences[sentences.length - 1] = before + segment;
    else sentences.push(segment);
  }
  return sentences;
}

function goesOn(before: string, segment: string): boolean {
  const end = before.trimEnd().slice(-LONGEST_ABBREVIATION);
  const abbreviated = INITIAL.test(end) || ABBREVIATION.test(end) || (BEFORE_NUMBER.test(end) && /^\d/.test(segment));
  return abbreviated || AFTERTHOUGHT.test(segment.trim());
}
