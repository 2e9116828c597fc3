import type { BenchNote } from "./corpus.ts";

const WANTED = 200;

export interface Queries {
  /** Two words that few notes hold, and one note both. */
  readonly rare: readonly string[];
  /** Two words that very many notes hold. */
  readonly common: readonly string[];
}

/** Search words of the corpus itself, by the number of notes that hold them. */
export function chooseQueries(notes: readonly BenchNote[]): Queries {
  const vocabularies = notes.map((note) => new Set(`${note.title} ${note.content}`.toLowerCase().match(/\p{L}{4,}/gu)));
  const counts = new Map<string, number>();
  for (const words of vocabularies) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isRare = (word: string) => counts.get(word)! >= 2 && counts.get(word)! <= 20;
  const rare = vocabularies.flatMap((words) => {
    const [first, second] = [...words].filter(isRare);
    return second ? [`${first} ${second}`] : [];
  });
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
  const common = byCount.slice(10, 60).map((word, index) => `${word} ${byCount[index + 60] ?? word}`);
  return { rare: rare.slice(0, WANTED), common };
}
