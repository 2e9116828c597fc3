import { LIMITS } from "@knote/contract";
import { countingStems } from "../text/analyze.ts";
import { createStemFinder, type StemFinder } from "../text/stem-finder.ts";
import { mapInTurns } from "../kit/in-turns.ts";

/** Largest distance at which two words count as a pair. */
const NEAR = 8;
/** Added to a score of 0…1: enough to order near ties, too little to bury a better match (docs/adr/0005). */
const PAIRS_WEIGHT = 0.1;
const TITLE_WEIGHT = 0.05;

/** A text that is compared with a question. */
export interface Phrased {
  readonly title: string;
  readonly passage: string;
}

/**
 * Returns a bonus for each text that is phrased like the question: neighbouring words of the question close together,
 * and words of it in the title; each relative to the best of the texts.
 */
export async function phrasingBonus(question: string, texts: readonly Phrased[]): Promise<number[]> {
  const asked = countingStems(question).slice(0, LIMITS.searchWords);
  const finder = createStemFinder(asked);
  const measured = await mapInTurns(texts, (text) => {
    const { places, titled } = placesIn(text, finder);
    return { pairs: nearness(asked, places), titled };
  });
  const best = {
    pairs: Math.max(0, ...measured.map(({ pairs }) => pairs)),
    titled: Math.max(0, ...measured.map(({ titled }) => titled)),
  };
  return measured.map(
    ({ pairs, titled }) => PAIRS_WEIGHT * share(pairs, best.pairs) + TITLE_WEIGHT * share(titled, best.titled),
  );
}

type Places = ReadonlyMap<string, readonly number[]>;

/** Finds the positions of the question's words, and how many are in the title. No pair spans title and passage. */
function placesIn({ title, passage }: Phrased, finder: StemFinder): { places: Places; titled: number } {
  const places = new Map<string, number[]>();
  let from = 0;
  const visit = (stem: string, place: number) => {
    const known = places.get(stem);
    if (known) known.push(from + place);
    else places.set(stem, [from + place]);
  };
  const titleWords = finder.find(title, visit);
  const titled = places.size;
  from = titleWords + NEAR;
  finder.find(passage, visit);
  return { places, titled };
}

/** Sums 1 / distance in the text over the pairs of neighbouring words in the question. */
function nearness(asked: readonly string[], places: Places): number {
  let sum = 0;
  asked.slice(1).forEach((second, index) => {
    const first = asked[index]!;
    const distance = first === second ? Infinity : closest(places.get(first) ?? [], places.get(second) ?? []);
    if (distance <= NEAR) sum += 1 / distance;
  });
  return sum;
}

/** Returns the least distance between two ascending lists of positions, in one walk over both. */
function closest(one: readonly number[], other: readonly number[]): number {
  let least = Infinity;
  for (let left = 0, right = 0; left < one.length && right < other.length;) {
    const distance = one[left]! - other[right]!;
    least = Math.min(least, Math.abs(distance));
    if (distance < 0) left++;
    else right++;
  }
  return least;
}

function share(value: number, best: number): number {
  return best === 0 ? 0 : value / best;
}
