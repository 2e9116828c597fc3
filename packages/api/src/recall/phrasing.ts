import { LIMITS } from "@knote/contract";
import { createStemFinder, type StemFinder } from "../text/stem-finder.ts";
import { wordReader } from "../text/word-reader.ts";
import { mapInTurns } from "../kit/in-turns.ts";

/** Largest distance at which two words count as a pair. */
const NEAR = 8;
/** Added to a score of 0…1: enough to order near ties, too little to bury a better match (docs/adr/0005). */
const PAIRS_WEIGHT = 0.1;
const TITLE_WEIGHT = 0.05;
/** Added for a title that the question names: the less, the more of the other texts contain its words too. */
const NAME_WEIGHT = 0.2;

/** A text that is compared with a question. */
export interface TitledPassage {
  readonly title: string;
  readonly passage: string;
  /** Whether the question contains the title as it is. */
  readonly isNamed: boolean;
}

/**
 * Returns a bonus for each text that is phrased like the question: neighbouring words of the question close together,
 * and words of it in the title, each relative to the best of the texts; and for a title that the question names.
 */
export async function phrasingBonus(question: string, texts: readonly TitledPassage[]): Promise<number[]> {
  const reader = wordReader(question);
  const countingWords = reader.words(question).filter(({ counts }) => counts);
  const questionStems = countingWords.slice(0, LIMITS.searchWords).map(({ stem }) => stem);
  const finder = createStemFinder(questionStems, reader);
  const measures = await mapInTurns(texts, (text) => {
    const { places, titleCount } = placesIn(text, finder);
    return { pairs: nearness(questionStems, places), titleCount, stems: [...places.keys()] };
  });
  const best = {
    pairs: Math.max(0, ...measures.map(({ pairs }) => pairs)),
    titled: Math.max(0, ...measures.map(({ titleCount }) => titleCount)),
  };
  const stemSets = measures.map(({ stems }) => new Set(stems));
  return measures.map(({ pairs, titleCount, stems }, index) => {
    // The first stems are those of the title.
    const name = texts[index]!.isNamed ? NAME_WEIGHT * rarity(stems.slice(0, titleCount), stemSets) : 0;
    return PAIRS_WEIGHT * share(pairs, best.pairs) + TITLE_WEIGHT * share(titleCount, best.titled) + name;
  });
}

/** Returns the share of the other texts without all of the stems, one of the texts having all; 1 without others. */
function rarity(stems: readonly string[], texts: readonly ReadonlySet<string>[]): number {
  const having = texts.filter((text) => stems.every((stem) => text.has(stem))).length;
  return texts.length < 2 ? 1 : (texts.length - having) / (texts.length - 1);
}

type Places = ReadonlyMap<string, readonly number[]>;

/** Finds the positions of the question's words, and how many are in the title. No pair spans title and passage. */
function placesIn({ title, passage }: TitledPassage, finder: StemFinder): { places: Places; titleCount: number } {
  const places = new Map<string, number[]>();
  let from = 0;
  const visit = (stem: string, place: number) => {
    const positions = places.get(stem);
    if (positions) positions.push(from + place);
    else places.set(stem, [from + place]);
  };
  const titleWords = finder.find(title, visit);
  const titleCount = places.size;
  from = titleWords + NEAR;
  finder.find(passage, visit);
  return { places, titleCount };
}

/** Sums 1 / distance in the text over the pairs of neighbouring words in the question. */
function nearness(questionStems: readonly string[], places: Places): number {
  let sum = 0;
  questionStems.slice(1).forEach((second, index) => {
    const first = questionStems[index]!;
    const distance = first === second ? Infinity : closest(places.get(first) ?? [], places.get(second) ?? []);
    if (distance <= NEAR) sum += 1 / distance;
  });
  return sum;
}

/** Returns the least distance between two ascending lists of positions, in one walk over both. */
function closest(one: readonly number[], other: readonly number[]): number {
  let least = Infinity;
  for (let oneIndex = 0, otherIndex = 0; oneIndex < one.length && otherIndex < other.length;) {
    const distance = one[oneIndex]! - other[otherIndex]!;
    least = Math.min(least, Math.abs(distance));
    if (distance < 0) oneIndex++;
    else otherIndex++;
  }
  return least;
}

function share(value: number, best: number): number {
  return best === 0 ? 0 : value / best;
}
