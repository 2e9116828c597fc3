import type { BenchNote } from "./corpus.ts";

/** More queries than a server caches. */
const MOST_QUERIES = 2_000;

/** Queries made of words and phrases of the corpus, in the syntax of Knote's search. */
export interface Queries {
  /** Two words that few notes contain, and one note both. */
  readonly rare: readonly string[];
  /** Two words that very many notes contain. */
  readonly common: readonly string[];
  /** The beginning of a word that few notes contain, and a star. */
  readonly prefix: readonly string[];
  /** Three consecutive words of a note, in quotes. */
  readonly phrase: readonly string[];
}

/** Chooses queries by the number of notes that contain a word; notes of the same text count once. */
export function chooseQueries(notes: readonly BenchNote[]): Queries {
  const texts = [...new Set(notes.map(({ title, content }) => `${title} ${content}`.toLowerCase()))];
  const vocabularies = texts.map((text) => new Set(text.match(/\p{L}{4,}/gu)));
  const counts = new Map<string, number>();
  for (const words of vocabularies) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isRare = (word: string) => counts.get(word)! >= 2 && counts.get(word)! <= 20;
  const pairs = vocabularies.flatMap((words) => {
    const [first, second] = [...words].filter(isRare);
    return first !== undefined && second !== undefined ? [[first, second] as const] : [];
  });
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
  const common = byCount.slice(0, 50).map((word, index) => `${word} ${byCount[index + 1] ?? word}`);
  const phrases = texts.flatMap((text) => /\p{L}{3,} \p{L}{3,} \p{L}{3,}/u.exec(text.slice(text.length / 2)) ?? []);
  return {
    rare: pairs.slice(0, MOST_QUERIES).map((pair) => pair.join(" ")),
    common,
    prefix: pairs.slice(0, MOST_QUERIES).map(([, word]) => `${word.slice(0, 4)}*`),
    phrase: phrases.slice(0, MOST_QUERIES).map((phrase) => `"${phrase}"`),
  };
}
