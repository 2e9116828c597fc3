import type { QuestionLanguage } from "./language/question-language.ts";
import type { Question } from "./question.ts";

/** Share of the question's words that a sentence needs, with the title above it, before it confirms what was asked. */
const LEAST_CONFIRMED = 0.8;
/** Share that it needs without the title. */
const LEAST_OF_ITS_OWN = 0.6;
/** A name or another subject of its own at the beginning of a sentence: "Ada keeps …". */
const OTHER_SUBJECT = /^\p{Lu}\p{L}+ (?:\p{Ll}+s|is|was|has|had)\b/u;

/** A label before what it is about: "Not allowed: …". */
const LABEL = /^\p{Lu}[^\s:.!?]{0,20}(?: [^\s:.!?]{1,20}){0,2}: (?=\S)/u;
/** "What helps and what doesn't" says nothing of the sort. */
const INDIRECT_QUESTION = /^\W*(?:and |or |but )?(?:what|which|who|how|when|where|why|whether)\b/;

/**
 * Returns whether the sentence confirms or denies what a yes-no question says; null when it does neither for certain.
 * A denial is a negation whose clause holds a word of the question that no other clause holds: "peanuts" in "allergic
 * to hazelnuts but not to peanuts". So is a permission: "almonds" in "no walnuts, but almonds are fine".
 */
export function polarityOf(
  { language, reader, stems, isNegative, asksAdvice, asksPermission, isAboutAsker }: Question,
  sentence: string,
  titleStems: ReadonlySet<string> = new Set(),
): "yes" | "no" | null {
  const list = LABEL.exec(sentence);
  // "Not allowed: fire, dogs" says nothing of what it does not list.
  if (list !== null && stems.isDisjointFrom(reader.stemsIn(sentence.slice(list[0].length)))) return null;
  const affirmedStems = new Set<string>();
  const deniedStems = new Set<string>();
  const allowedStems = new Set<string>();
  // What a label denies holds for all that follows.
  const deniesList = list !== null && language.negation.test(list[0].toLowerCase());
  for (const clause of clausesOf(sentence, language.clauseEnd)) {
    const lower = clause.toLowerCase();
    if (INDIRECT_QUESTION.test(lower)) continue;
    const isDenied = deniesList || language.negation.test(lower);
    for (const stem of reader.stemsIn(clause)) {
      if (!stems.has(stem)) continue;
      (isDenied ? deniedStems : affirmedStems).add(stem);
      if (!isDenied && language.affirmation.test(lower)) allowedStems.add(stem);
    }
  }
  const isAllowed = [...allowedStems].some((stem) => !titleStems.has(stem) && !deniedStems.has(stem));
  if (asksPermission && isAllowed && !isNegative) return "yes";
  const isDenied = [...deniedStems].some((stem) => !affirmedStems.has(stem));
  if (isDenied) return isNegative ? null : "no";
  if (isNegative || language.ending.test(sentence.toLowerCase())) return null;
  if (asksAdvice && !language.advice.test(sentence.toLowerCase())) return null;
  if (isAboutAsker && OTHER_SUBJECT.test(sentence) && !language.firstPerson.said.test(sentence.toLowerCase()))
    return null;
  const heldStems = [...stems].filter((stem) => affirmedStems.has(stem) || titleStems.has(stem));
  const addsToTitle = heldStems.length === stems.size && [...affirmedStems].some((stem) => !titleStems.has(stem));
  const isOwn = affirmedStems.size >= LEAST_OF_ITS_OWN * stems.size || addsToTitle;
  return affirmedStems.size > 0 && isOwn && heldStems.length >= LEAST_CONFIRMED * stems.size ? "yes" : null;
}

/** Returns whether a clause of the text, in lower case, says that something is not so. */
export function isDenial({ negation, clauseEnd }: QuestionLanguage, text: string): boolean {
  return clausesOf(text, clauseEnd).some((clause) => negation.test(clause) && !INDIRECT_QUESTION.test(clause));
}

/** Splits a sentence before each word or mark that begins another clause. */
function clausesOf(sentence: string, clauseEnd: RegExp): string[] {
  const starts = [...sentence.matchAll(new RegExp(clauseEnd.source, "giu"))].map(({ index }) => index);
  return [0, ...starts].map((start, place) => sentence.slice(start, starts[place]));
}
