/** Matches a run of full stops only from its beginning. */
const END = /\n+|(?<![.!?…])[.!?…]+["'”’)*_]*(?=\s|$)|[。！？]+["'”’」』）]*/g;
/** Marks behind a full stop belong to the sentence before it. */
const MARKS = /^(?:[^\S\n]*[[【][^\][【】\n]{1,40}[\]】])*[^\S\n]*/;
const MARK_BEGUN = /^[[【][^\][【】\n]{0,40}$/;
/** A sentence with marks before its full stop has none behind it. */
const MARKED_END = /[\]】][.!?…。！？]+["'”’)*_]*$/;
/** No sentence ends after these; after `BEFORE_NUMBER` only if a number follows. */
const NO_END = /(?:^|[\s("“'])(?:\p{Lu}|mr|mrs|ms|dr|prof|sr|jr|st|vs|cf|ca|approx|e\.g|i\.e|u\.s|u\.k|z\.b|d\.h)\.$/iu;
const BEFORE_NUMBER = /(?:^|[\s("“'])(?:no|nr|vol|fig|eq|ch|sec|pp?)\.$/i;
const LIST_NUMBER = /(?:^|\n)\s*\d{1,3}\.$/;

/** Characters read before a full stop: more than any abbreviation or list number has. */
const TAIL = 64;
/** Longer sentences are cut, because a sentence is held in memory until it is complete. */
const LONGEST = 4_000;
/** Farthest distance of the cut's space from the limit. */
const NEAR_END = 200;

/** Splits a text that arrives in pieces into sentences. Scans nothing twice. */
export interface SentenceReader {
  /** Returns the sentences that this piece completes, each with the space behind it. Lines end sentences too. */
  read(piece: string): string[];
  /** Returns the text that is not complete yet. */
  rest(): string;
}

export function createSentenceReader(): SentenceReader {
  let text = "";
  /** No sentence ends before here. */
  let scannedLength = 0;
  return {
    read(piece) {
      const result = takeSentences(text + piece, false, scannedLength);
      text = result.rest;
      scannedLength = result.scannedLength;
      return result.sentences;
    },
    rest: () => text,
  };
}

interface SentenceSplit {
  readonly sentences: string[];
  readonly rest: string;
  /** Length of the beginning of `rest` where no sentence can end, whatever follows. */
  readonly scannedLength: number;
}

/** Returns all sentences of a whole text. */
export function sentencesOf(text: string): string[] {
  const { sentences, rest } = takeSentences(text, true, 0);
  return rest === "" ? sentences : [...sentences, rest];
}

function takeSentences(text: string, last: boolean, scannedLength: number): SentenceSplit {
  const sentences: string[] = [];
  let start = 0;
  const take = (end: number) => {
    sentences.push(text.slice(start, end));
    start = end;
  };
  const cutBefore = (end: number) => {
    while (end - start > LONGEST) take(cutAt(text, start));
  };
  const ends = new RegExp(END);
  let scannedTo = scannedLength;
  ends.lastIndex = scannedLength;
  for (let match = ends.exec(text); match; match = ends.exec(text)) {
    scannedTo = match.index;
    const at = match.index + match[0].length;
    if (at <= start) continue;
    const end = match[0].startsWith("\n") ? at : at + MARKS.exec(text.slice(at))![0].length;
    const after = text.slice(end);
    const hasMarks = end > at && MARKED_END.test(text.slice(Math.max(start, at - TAIL), at));
    if (!last && ((after === "" && !hasMarks) || MARK_BEGUN.test(after))) break;
    scannedTo = at;
    const before = text.slice(Math.max(start, match.index + 1 - TAIL), match.index + 1);
    if (!match[0].startsWith("\n") && continuesSentence(before, after)) continue;
    cutBefore(end);
    take(end);
  }
  if (ends.lastIndex === 0) scannedTo = text.length;
  cutBefore(text.length);
  return { sentences, rest: text.slice(start), scannedLength: Math.max(0, scannedTo - start) };
}

/** Returns where to cut a sentence that is too long: at a space, or at least between two characters. */
function cutAt(text: string, start: number): number {
  const end = start + LONGEST;
  const space = text.lastIndexOf(" ", end - 1);
  if (space >= end - NEAR_END) return space + 1;
  return /[\uD800-\uDBFF]/.test(text[end - 1]!) ? end - 1 : end;
}

function continuesSentence(before: string, after: string): boolean {
  const endsBeforeNumber = BEFORE_NUMBER.test(before) && /^\d/.test(after);
  return endsBeforeNumber || NO_END.test(before) || LIST_NUMBER.test(before) || /^\p{Ll}/u.test(after);
}
