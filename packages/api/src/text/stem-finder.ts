import { scanWords } from "./scan-words.ts";
import { formOf } from "./word-forms.ts";
import { readsByEnglishRules, type WordReader } from "./word-reader.ts";

/** Finds words by their stems in one text after another. */
export interface StemFinder {
  /** Visits the words that have one of the stems, in order. Returns the number of all words. */
  find(text: string, visit: (stem: string, place: number) => void): number;
}

const ASCII_END = 128;
/** Turns an ASCII letter into lower case. */
const LOWER = 0x20;
/** A stem with at least this many letters shares the first two of its word; any other stem at least the first. */
const KEEPS_TWO = 4;

/**
 * Creates a finder of words whose stems by the reader are among these. By English rules it skips words by their first two
 * letters, so that most words are never stemmed.
 */
export function createStemFinder(stems: Iterable<string>, reader: WordReader): StemFinder {
  const wantedStems = new Set(stems);
  return readsByEnglishRules(reader)
    ? englishFinder(wantedStems, reader.stemByForm)
    : foreignFinder(wantedStems, reader);
}

function foreignFinder(wantedStems: ReadonlySet<string>, { words }: WordReader): StemFinder {
  return {
    find(text, visit) {
      const all = words(text);
      for (const [place, { stem }] of all.entries()) if (wantedStems.has(stem)) visit(stem, place);
      return all.length;
    },
  };
}

function englishFinder(wantedStems: ReadonlySet<string>, stemByForm: ReadonlyMap<string, string>): StemFinder {
  const beginnings = beginningsOf(new Set([...wantedStems, ...stemByForm.keys()]));
  const maybeWanted = (raw: string) => {
    const [first, second] = [raw.charCodeAt(0) | LOWER, raw.charCodeAt(1) | LOWER];
    return !isLetter(first) || !isLetter(second) || beginnings[first * ASCII_END + second] === 1;
  };
  return {
    find(text, visit) {
      let place = 0;
      scanWords(text, (raw) => {
        if (!maybeWanted(raw)) {
          place++;
          return;
        }
        const { text: foldedText, stem: own } = formOf(raw);
        if (foldedText === "") return;
        const stem = wantedStems.has(own) ? own : (stemByForm.get(own) ?? own);
        if (wantedStems.has(stem)) visit(stem, place);
        place++;
      });
      return place;
    },
  };
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

function beginningsOf(stems: ReadonlySet<string>): Uint8Array {
  const beginnings = new Uint8Array(ASCII_END * ASCII_END);
  for (const stem of stems) {
    const [first, second] = [stem.charCodeAt(0), stem.charCodeAt(1)];
    if (!isLetter(first)) continue;
    if (stem.length >= KEEPS_TWO && isLetter(second)) beginnings[first * ASCII_END + second] = 1;
    else beginnings.fill(1, first * ASCII_END, (first + 1) * ASCII_END);
  }
  return beginnings;
}
