import { quotable } from "./quote.ts";

export interface SplitSentence {
  readonly text: string;
  /** What its line begins with, as in "Ada: …" or "Decision: …"; a later sentence of the line carries it too. */
  readonly label: string | null;
}

/** More than a passage has; keeps the splitting of a dozen under ten milliseconds. */
const MAX_CHARACTERS = 4_000;
const MAX_SENTENCES = 120;
const LINE_MARKUP = /^\s{0,40}(?:(?:[-*+•>]|#{1,6}|\d{1,3}[.)])\s+)+(?:\[[ xX]\]\s+)?/;
const RULE_OR_FENCE = /^(?:[-*_=~`|:\s]*|\s*```.*)$/;
const LABEL = /^(\p{Lu}[\p{L}\p{M}'’-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’-]{0,30})?): (?=\S)/u;
/** What a full stop does not end a sentence after; a number must follow the last kind. */
const INITIAL = /(?:^|[\s("“'.])\p{Lu}\.$/u;
const ABBREVIATION =
  /(?:^|[\s("“'])(?:mr|mrs|ms|dr|prof|sr|jr|st|mt|vs|cf|ca|approx|est|dept|inc|ltd|corp|et al|e\.g|i\.e|u\.s|u\.k)\.$/i;
const BEFORE_NUMBER = /(?:^|[\s("“'])(?:no|nr|vol|fig|eq|ch|sec|pp?|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/i;
const LONGEST_ABBREVIATION = 12;
/** A bracket of its own belongs to the sentence before it. */
const AFTERTHOUGHT = /^\([^()]*\)[.!?]?$/;

const SEGMENTER = new Intl.Segmenter("en", { granularity: "sentence" });
/** A line without one of these inside is one sentence. */
const INNER_END = /[.!?…。．！？｡\u0600-\u{1ffff}]\s*[^\s.!?]/u;

/** The sentences of a text in order, fit to be quoted: lines end sentences, marks of lists and headings are left out. */
export function splitSentences(text: string): SplitSentence[] {
  const sentences: SplitSentence[] = [];
  for (const line of text.slice(0, MAX_CHARACTERS).split(/[\r\n\u2028\u2029]+/)) {
    if (sentences.length >= MAX_SENTENCES) break;
    if (!RULE_OR_FENCE.test(line)) sentences.push(...splitLine(line.replace(LINE_MARKUP, "")));
  }
  return sentences.slice(0, MAX_SENTENCES);
}

function splitLine(line: string): SplitSentence[] {
  const label = LABEL.exec(line)?.[1] ?? null;
  const segments = INNER_END.test(line) ? Array.from(SEGMENTER.segment(line), ({ segment }) => segment) : [line];
  return joinBroken(segments)
    .map(quotable)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .map((sentence, index) => ({ text: label !== null && index > 0 ? `${label}: … ${sentence}` : sentence, label }));
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
