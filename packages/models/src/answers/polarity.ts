import type { Question } from "./question.ts";

/** Share of the question's words that a sentence needs, with the title above it, before it confirms what was asked. */
const LEAST_CONFIRMED = 0.8;
/** Share that it needs without the title. */
const LEAST_OF_ITS_OWN = 0.6;

/**
 * Returns whether the sentence confirms or denies what a yes-no question says; null when it does neither for certain.
 * A denial is a negation whose clause holds a word of the question that no other clause holds: "peanuts" in "allergic
 * to hazelnuts but not to peanuts".
 */
export function polarityOf(
  { language, reader, stems, isNegative, asksAdvice }: Question,
  sentence: string,
  titleStems: ReadonlySet<string> = new Set(),
): "yes" | "no" | null {
  const affirmedStems = new Set<string>();
  const deniedStems = new Set<string>();
  for (const clause of clausesOf(sentence, language.clauseEnd)) {
    const target = language.negation.test(clause.toLowerCase()) ? deniedStems : affirmedStems;
    for (const stem of reader.stemsIn(clause)) if (stems.has(stem)) target.add(stem);
  }
  const isDenied = [...deniedStems].some((stem) => !affirmedStems.has(stem));
  if (isDenied) return isNegative ? null : "no";
  if (asksAdvice && !language.advice.test(sentence.toLowerCase())) return null;
  const heldStems = [...stems].filter((stem) => affirmedStems.has(stem) || titleStems.has(stem));
  const isOwn = affirmedStems.size > 0 && affirmedStems.size >= LEAST_OF_ITS_OWN * stems.size;
  const isConfirmed = isOwn && heldStems.length >= LEAST_CONFIRMED * stems.size;
  return isConfirmed && !isNegative ? "yes" : null;
}

/** Splits a sentence before each word or mark that begins another clause. */
function clausesOf(sentence: string, clauseEnd: RegExp): string[] {
  const starts = [...sentence.matchAll(new RegExp(clauseEnd.source, "giu"))].map(({ index }) => index);
  return [0, ...starts].map((start, place) => sentence.slice(start, starts[place]));
}
