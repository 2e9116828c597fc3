import { isStopWord, words, type Word } from "../text/analyze.ts";

/** Words in a row that nobody writes twice by chance. */
const LEAST_REPEATED = 8;
/** Of these, words that are neither stop words nor have digits: dates and phrases of small words repeat by chance. */
const LEAST_COUNTING = 4;
/** Words of a text that are compared, and more letters than they have with their spaces. */
const READ_WORDS = 1_000;
const READ_CHARACTERS = 8_000;

/** A text in which repetitions of other texts are looked for. */
export interface WordRuns {
  readonly words: readonly Word[];
  /** The place of each run of eight words. */
  readonly places: ReadonlyMap<string, number>;
  readonly vocabulary: ReadonlySet<string>;
}

export function wordRuns(text: string): WordRuns {
  const read = readWords(text);
  const places = new Map<string, number>();
  for (let end = LEAST_REPEATED; end <= read.length; end++) {
    const run = runOf(read, end);
    if (!places.has(run) && countsEnough(read, end)) places.set(run, end - LEAST_REPEATED);
  }
  return { words: read, places, vocabulary: new Set(read.map((word) => word.text)) };
}

/** Returns where the text first repeats at least eight words of the other, in code units; null when nowhere. */
export function repetition(
  { words: own, places, vocabulary }: WordRuns,
  other: string,
): { readonly start: number; readonly end: number } | null {
  if (places.size === 0) return null;
  let first = own.length;
  let sharedCount = 0;
  const read = readWords(other);
  for (const [index, word] of read.entries()) {
    sharedCount = vocabulary.has(word.text) ? sharedCount + 1 : 0;
    // Most texts share no eight words in a row, in whatever order: their runs need no look-up.
    if (sharedCount >= LEAST_REPEATED) first = Math.min(first, places.get(runOf(read, index + 1)) ?? first);
  }
  if (first === own.length) return null;
  return { start: own[first]!.start, end: own[first + LEAST_REPEATED - 1]!.end };
}

function readWords(text: string): Word[] {
  return words(text.slice(0, READ_CHARACTERS)).slice(0, READ_WORDS);
}

function countsEnough(read: readonly Word[], end: number): boolean {
  const counting = read.slice(end - LEAST_REPEATED, end).filter(({ text }) => !isStopWord(text) && !/\d/.test(text));
  return counting.length >= LEAST_COUNTING;
}

function runOf(read: readonly Word[], end: number): string {
  return read
    .slice(end - LEAST_REPEATED, end)
    .map(({ text }) => text)
    .join(" ");
}
