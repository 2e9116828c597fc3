import { LIMITS } from "@knote/contract";
import { countingStems } from "../text/analyze.ts";
import { createStemFinder, type StemFinder } from "../text/stem-finder.ts";
import { mapInTurns } from "../kit/in-turns.ts";

/** Two words of the question that stand further apart than this say nothing together. */
const NEAR = 8;
/** Beside a score of 0…1: enough to order near ties, too little to bury a better match (docs/adr/0005). */
const PAIRS_WEIGHT = 0.1;
const TITLE_WEIGHT = 0.05;

/** A text that a question is held against. */
export interface Phrased {
  readonly title: string;
  readonly passage: string;
}

/**
 * What each text earns for saying things as the question does: words that are neighbours in the question
 * close together, and words of it in the title; each over the best of the texts.
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

/** Where the words asked for stand, and how many of them the title has. No pair spans title and passage. */
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

/** Sum over the question's neighbouring words of one over their distance in the text. */
function nearness(asked: readonly string[], places: Places): number {
  let sum = 0;
  asked.slice(1).forEach((second, index) => {
    const first = asked[index]!;
    const distance = first === second ? Infinity : closest(places.get(first) ?? [], places.get(second) ?? []);
    if (distance <= NEAR) sum += 1 / distance;
  });
  return sum;
}

/** The least distance between two ascending lists of places, in one walk over both. */
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
