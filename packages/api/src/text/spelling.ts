import { editDistance } from "./edit-distance.ts";

/** A word that occurs in notes. */
export interface UsedWord {
  readonly word: string;
  /** Number of notes with the word, as far as counted. */
  readonly notes: number;
}

/** Shorter words have too many neighbours to tell what was meant. */
const LEAST_LETTERS = 4;
/** Longer words are technical strings, and every letter costs candidates. */
const MOST_LETTERS = 32;
/** Words with fewer letters can differ in one place, others in two. */
const TWO_ERRORS_FROM = 6;
/** From this length on, a longer beginning keeps the number of words to compare small. */
const LONG_FROM = 9;
/** Letters that a folded word of the script can contain. Words of other scripts lose no letter and gain none. */
const ALPHABETS: readonly (readonly [script: RegExp, letters: string])[] = [
  [/^\p{Script=Latin}+$/u, "abcdefghijklmnopqrstuvwxyz"],
  [/^\p{Script=Cyrillic}+$/u, "абвгдежзиклмнопрстуфхцчшщъыьэюяіє"],
  [/^\p{Script=Greek}+$/u, "αβγδεζηθικλμνξοπρστυφχψω"],
];

/** Whether the folded word can be misspelt: one of letters only, as a code or number that differs is another. */
export function mayBeMisspelt(word: string): boolean {
  return /^\p{L}+$/u.test(word) && word.length >= LEAST_LETTERS && word.length <= MOST_LETTERS;
}

/** Returns the words that differ from the word in one place. */
export function wordsNear(word: string): string[] {
  const letters = ALPHABETS.find(([script]) => script.test(word))?.[1] ?? "";
  const near = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) near.add(head + letter + tail);
    if (tail === "") continue;
    near.add(head + tail.slice(1));
    for (const letter of letters) near.add(head + letter + tail.slice(1));
    if (tail.length > 1) near.add(head + tail[1] + tail[0] + tail.slice(2));
  }
  near.delete(word);
  return [...near];
}

/** Returns the beginning of the words that may differ in two places; null for a word too short for that. */
export function beginningNear(word: string): string | null {
  if (word.length < TWO_ERRORS_FROM) return null;
  return word.slice(0, word.length < LONG_FROM ? 3 : 4);
}

/** Returns the word that was most likely meant; null when none is close. */
export function likeliestWord(word: string, usedWords: readonly UsedWord[]): string | null {
  const most = word.length < TWO_ERRORS_FROM ? 1 : 2;
  const near = usedWords
    .map((candidate) => ({ ...candidate, distance: editDistance(word, candidate.word, most) }))
    .filter(({ distance }) => distance > 0 && distance <= most);
  const letters = lettersOf(word);
  const rank = (candidate: UsedWord) => [
    // Swapped and repeated letters are the commonest slips.
    lettersOf(candidate.word) === letters ? 0 : 1,
    candidate.word[0] === word[0] ? 0 : 1,
    -candidate.notes,
  ];
  const [best] = near.toSorted(
    (one, other) =>
      one.distance - other.distance || compareRanks(rank(one), rank(other)) || (one.word < other.word ? -1 : 1),
  );
  return best?.word ?? null;
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : one[place]! - other[place]!;
}

/** Returns the letters of a word in alphabetical order, each once. */
function lettersOf(word: string): string {
  return [...new Set(word)].toSorted().join("");
}
