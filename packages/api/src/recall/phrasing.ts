import { countingStems, words } from "../search/analyze.ts";

/** Two words of the question that stand further apart than this say nothing together. */
const NEAR = 8;
/** Between title and passage, so that no pair spans both. */
const GAP = Array.from({ length: NEAR }, () => "");
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
export function phrasingBonus(question: string, texts: readonly Phrased[]): number[] {
  const asked = countingStems(question);
  const distinct = new Set(asked);
  const measured = texts.map(({ title, passage }) => {
    const titled = stemsOf(title);
    const pairs = nearness(asked, [...titled, ...GAP, ...stemsOf(passage)]);
    return { pairs, titled: [...distinct].filter((stem) => titled.includes(stem)).length };
  });
  const best = {
    pairs: Math.max(0, ...measured.map(({ pairs }) => pairs)),
    titled: Math.max(0, ...measured.map(({ titled }) => titled)),
  };
  return measured.map(
    ({ pairs, titled }) => PAIRS_WEIGHT * share(pairs, best.pairs) + TITLE_WEIGHT * share(titled, best.titled),
  );
}

/** Sum over the question's neighbouring words of one over their distance in the text. */
function nearness(asked: readonly string[], text: readonly string[]): number {
  const places = new Map<string, number[]>(asked.map((stem) => [stem, []]));
  text.forEach((stem, place) => places.get(stem)?.push(place));
  let sum = 0;
  asked.slice(1).forEach((second, index) => {
    const first = asked[index]!;
    const distance = first === second ? Infinity : closest(places.get(first)!, places.get(second)!);
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

function stemsOf(text: string): string[] {
  return words(text).map((word) => word.stem);
}

function share(value: number, best: number): number {
  return best === 0 ? 0 : value / best;
}
