import { tableReader, withoutMarkup } from "./markup.ts";
import { quotable } from "./quote.ts";

export interface SplitSentence {
  readonly text: string;
  /** The label that its line begins with, as in "Ada: …" or "Decision: …"; all sentences of the line have it. */
  readonly label: string | null;
  /** Whether its line is an item of a list or the row of a table. */
  readonly isItem: boolean;
  /** Whether its line is in a block of code. */
  readonly isCode: boolean;
}

type LineKind = Pick<SplitSentence, "isItem" | "isCode">;

/** More than a passage has; splitting a dozen takes less than 10 ms. */
const MAX_CHARACTERS = 4_000;
const MAX_SENTENCES = 120;
const LINE_MARKUP = /^\s{0,40}(?:(?:[-*+•>]|#{1,6}|\d{1,3}[.)])\s+)+(?:\[[ xX]\]\s+)?/;
const ITEM = /^\s{0,40}(?:[-*+•]|\d{1,3}[.)])\s/;
const FENCE = /^\s*```/;
const RULE_OR_FENCE = /^(?:[-*_=~`|:\s]*|\s*```.*)$/;
const LABEL = /^(\p{Lu}[\p{L}\p{M}'’-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’-]{0,30})?): (?=\S)/u;
/** A sentence in the middle of a line that has a label of its own: "Helps: rest. Doesn't help: ice." */
const OWN_LABEL = /^\p{Lu}[^\s:.!?]{0,20}(?: [^\s:.!?]{1,20}){0,2}: \S/u;
/** No sentence ends after these; after `BEFORE_NUMBER` only if a number follows. */
const INITIAL = /(?:^|[\s("“'.])\p{Lu}\.$/u;
const ABBREVIATION =
  /(?:^|[\s("“'])(?:mr|mrs|ms|dr|prof|sr|jr|st|mt|vs|cf|ca|approx|est|dept|inc|ltd|corp|et al|e\.g|i\.e|u\.s|u\.k)\.$/i;
const BEFORE_NUMBER = /(?:^|[\s("“'])(?:no|nr|vol|fig|eq|ch|sec|pp?|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/i;
/** A German day of the month, before its name. */
const ORDINAL = /(?:^|[\s("“'])\d{1,2}\.$/u;
const GERMAN_MONTH = /^(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/;
const LONGEST_ABBREVIATION = 12;
/** A separate bracket belongs to the sentence before it. */
const AFTERTHOUGHT = /^\([^()]*\)[.!?]?$/;

const SEGMENTER = new Intl.Segmenter("en", { granularity: "sentence" });
/** A line without one of these inside is one sentence. */
const INNER_END = /[.!?…。．！？｡\u0600-\u{1ffff}]\s*[^\s.!?]/u;

/** Splits a text into quotable sentences. Lines end sentences; marks of lists and headings are removed. */
export function splitSentences(text: string): SplitSentence[] {
  const sentences: SplitSentence[] = [];
  const lines = text.slice(0, MAX_CHARACTERS).split(/[\r\n\u2028\u2029]+/);
  const readRow = tableReader();
  let isCode = false;
  for (const [index, line] of lines.entries()) {
    if (sentences.length >= MAX_SENTENCES) break;
    if (FENCE.test(line)) isCode = !isCode;
    const row = readRow(line, lines[index + 1]);
    const kind = { isItem: row !== null || (ITEM.test(line) && !isCode), isCode };
    if (row !== null) sentences.push(...toSentences([row], null, kind));
    else if (!RULE_OR_FENCE.test(line)) sentences.push(...splitLine(line.replace(LINE_MARKUP, ""), kind));
  }
  return sentences.slice(0, MAX_SENTENCES);
}

function splitLine(line: string, kind: LineKind): SplitSentence[] {
  const plain = kind.isCode ? line : withoutMarkup(line);
  const label = LABEL.exec(plain)?.[1] ?? null;
  const segments = INNER_END.test(plain) ? Array.from(SEGMENTER.segment(plain), ({ segment }) => segment) : [plain];
  return toSentences(joinBroken(segments), label, kind);
}

function toSentences(pieces: readonly string[], label: string | null, kind: LineKind): SplitSentence[] {
  return pieces
    .map(quotable)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .map((sentence, index) => ({
      text: label !== null && index > 0 && !OWN_LABEL.test(sentence) ? `${label}: … ${sentence}` : sentence,
      label,
      ...kind,
    }));
}

function joinBroken(segments: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const segment of segments) {
    const before = sentences.at(-1);
    if (before !== undefined && continuesSentence(before, segment)) sentences[sentences.length - 1] = before + segment;
    else sentences.push(segment);
  }
  return sentences;
}

function continuesSentence(before: string, segment: string): boolean {
  const end = before.trimEnd().slice(-LONGEST_ABBREVIATION);
  const isAbbreviation =
    INITIAL.test(end) ||
    ABBREVIATION.test(end) ||
    (BEFORE_NUMBER.test(end) && /^\d/.test(segment)) ||
    (ORDINAL.test(end) && GERMAN_MONTH.test(segment));
  return isAbbreviation || AFTERTHOUGHT.test(segment.trim());
}
