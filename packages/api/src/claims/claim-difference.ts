import { isStopWord } from "../text/analyze.ts";
import { editDistance } from "../text/edit-distance.ts";
import { alignWords, type Alignment } from "./align-words.ts";
import type { ClaimWord } from "./claim-words.ts";
import type { Claim } from "./read-claim.ts";
import { isValue } from "./values.ts";

/** How one claim says otherwise than another: it denies it, or has another number or other words in one place. */
export type ClaimDifference = "negation" | "value" | "wording";

/** Least ratio of words in the same order; tuned on one half of FEVER-Symmetric (docs/benchmarks.md). */
const LEAST_RATIO: Readonly<Record<ClaimDifference, number>> = { negation: 0.65, value: 0.6, wording: 0.66 };
const LEAST_RATIO_OF_SAME = 0.75;
const MOST_WORDS_OF_WORDING = 4;
/** From this length on a word that differs in one letter is the same word with a typing error. */
const TYPING_ERROR_FROM = 5;

/**
 * Returns in which way two claims say otherwise: alike but for one thing that follows the verb. Null when they are not
 * alike enough to tell, have different subjects, or say the same.
 */
export function claimDifference(one: Claim, other: Claim): ClaimDifference | null {
  const kinds: readonly ClaimDifference[] = one.negations === other.negations ? ["value", "wording"] : ["negation"];
  if (!canReach(one, other, Math.min(...kinds.map((kind) => LEAST_RATIO[kind])))) return null;
  const alignment = alignWords(one.words, other.words);
  return kinds.find((kind) => alignment.ratio >= LEAST_RATIO[kind] && IS[kind]({ one, other, alignment })) ?? null;
}

/** Whether two claims say nearly the same of the same thing: most words in the same order, and nothing otherwise. */
export function areNearlySame(one: Claim, other: Claim): boolean {
  if (!canReach(one, other, LEAST_RATIO_OF_SAME) || hasOtherValues(one, other)) return false;
  const alignment = alignWords(one.words, other.words);
  if (alignment.ratio < LEAST_RATIO_OF_SAME || hasOtherSubject({ one, other, alignment })) return false;
  return claimDifference(one, other) === null;
}

/** Whether one claim denies what the other says, or names other numbers or dates, however else they are worded. */
function hasOtherValues(one: Claim, other: Claim): boolean {
  return one.negations !== other.negations || valuesOf(one) !== valuesOf(other);
}

function valuesOf({ words }: Claim): string {
  const values = words.filter(isValue).map(({ stem }) => stem);
  return [...new Set(values)].sort().join(" ");
}

interface Comparison {
  readonly one: Claim;
  readonly other: Claim;
  readonly alignment: Alignment;
}

const IS: Readonly<Record<ClaimDifference, (comparison: Comparison) => boolean>> = {
  negation(comparison) {
    const { one, other } = comparison;
    if (Math.abs(one.negations - other.negations) !== 1) return false;
    return replacements(comparison).length === 0 && !hasOtherSubject(comparison);
  },
  value(comparison) {
    const changes = replacements(comparison);
    const areValues = changes.every(([ours, theirs]) => hasValue(ours) && hasValue(theirs));
    return changes.length > 0 && areValues && !hasOtherSubject(comparison);
  },
  wording(comparison) {
    const [change, ...others] = replacements(comparison);
    if (change === undefined || others.length > 0) return false;
    const [ours, theirs] = change;
    const isShort = Math.max(ours.length, theirs.length) <= MOST_WORDS_OF_WORDING;
    return isShort && ours.some(counts) && theirs.some(counts) && !hasOtherSubject(comparison);
  },
};

type Replacement = readonly [ours: readonly ClaimWord[], theirs: readonly ClaimWord[]];

/** Returns the words of one claim that stand where the other has other words; without typing errors and stop words. */
function replacements({ one, other, alignment }: Comparison): Replacement[] {
  return alignment.gaps
    .map((gap): Replacement => [one.words.slice(...gap.one), other.words.slice(...gap.other)])
    .filter(([ours, theirs]) => ours.length > 0 && theirs.length > 0 && (ours.some(counts) || theirs.some(counts)))
    .filter(([ours, theirs]) => !isTypingError(ours, theirs));
}

/** Whether the claims differ before the verb of either: then they are about different things, and both can be true. */
function hasOtherSubject({ one, other, alignment }: Comparison): boolean {
  return alignment.gaps.some((gap) => {
    const isBefore = gap.one[0] < one.verbAt && gap.other[0] < other.verbAt;
    return isBefore && [...one.words.slice(...gap.one), ...other.words.slice(...gap.other)].some(counts);
  });
}

function hasValue(words: readonly ClaimWord[]): boolean {
  return words.some(isValue);
}

function counts(word: ClaimWord): boolean {
  return isValue(word) || !isStopWord(word.text);
}

function isTypingError(ours: readonly ClaimWord[], theirs: readonly ClaimWord[]): boolean {
  const [one, other] = [ours, theirs].map((words) => words.map(({ text }) => text).join(""));
  if (one === other) return true;
  if ([...ours, ...theirs].some(isValue) || Math.min(one!.length, other!.length) < TYPING_ERROR_FROM) return false;
  if (one![0] !== other![0]) return false;
  return editDistance(one!, other!, 1) <= 1;
}

/** Whether the shared words, in any order, allow the ratio: most pairs need no alignment. */
function canReach(one: Claim, other: Claim, ratio: number): boolean {
  const length = one.words.length + other.words.length;
  const stems = new Map<string, number>();
  for (const { stem } of one.words) stems.set(stem, (stems.get(stem) ?? 0) + 1);
  let common = 0;
  for (const { stem } of other.words) {
    const remaining = stems.get(stem) ?? 0;
    if (remaining > 0) common++;
    stems.set(stem, remaining - 1);
  }
  return length > 0 && (2 * common) / length >= ratio;
}
