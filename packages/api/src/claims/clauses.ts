import { claimWords, type ClaimWord } from "./claim-words.ts";
import { isFiniteVerb } from "./finite-verbs.ts";

/** Between two clauses: a semicolon, or a joining word. */
const JOINTS = new Set("and but so while whereas".split(" "));
/** These join claims only after a comma: without one, "while I cook" says when, and "so that" what for. */
const AFTER_COMMA = new Set(["so", "while", "whereas"]);
const SUBJECT_PRONOUNS = new Set("i we you he she it they this that these those there".split(" "));
const DETERMINERS = new Set("a an the my your his her its our their some many most all both each every no".split(" "));
/** Most words of the second subject. */
const LONGEST_SUBJECT = 6;
/** A clause that begins with one of these belongs to another clause. */
const SUBORDINATING = new Set(
  "that whether if when where which who because although though until unless than how why what".split(" "),
);
const CAPITAL = /^\p{Lu}/u;

/** Returns where the second claim of a title begins, in code units; null when the title makes one claim. */
export function secondClaim(title: string): number | null {
  const words = claimWords(title);
  for (const [place, word] of words.entries()) {
    const gap = title.slice(words[place - 1]?.end ?? 0, word.start);
    const isSemicolon = gap.includes(";");
    const isJoint = JOINTS.has(word.text) && (!AFTER_COMMA.has(word.text) || gap.includes(","));
    if (place === 0 || (!isSemicolon && !isJoint)) continue;
    const second = isSemicolon && !isJoint ? place : place + 1;
    if (hasClause(words.slice(0, place)) && beginsWithClause(words, second)) return words[second]!.start;
  }
  return null;
}

function hasClause(words: readonly ClaimWord[]): boolean {
  const isSubordinate = words.some(({ text }) => SUBORDINATING.has(text));
  return !isSubordinate && words.some((_, place) => place > 0 && isFiniteVerb(words, place));
}

/** Whether a subject with a finite verb begins at this place: "she owns it", "my commute takes an hour". */
function beginsWithClause(words: readonly ClaimWord[], start: number): boolean {
  const first = words[start];
  if (first === undefined || words[start + 1] === undefined) return false;
  const isShort = SUBJECT_PRONOUNS.has(first.text) || CAPITAL.test(first.raw);
  if (!isShort && !DETERMINERS.has(first.text)) return false;
  if (isContraction(first)) return true;
  for (let place = start + 1; place <= start + LONGEST_SUBJECT && place < words.length; place++) {
    const { text } = words[place]!;
    // Another clause begins inside: "the cars he worked on", "a cat that purrs", "Ada and Bob".
    if (SUBORDINATING.has(text) || SUBJECT_PRONOUNS.has(text) || JOINTS.has(text)) return false;
    // After a noun, "named" and "based" describe it.
    const isDescription = text.endsWith("ed") && !isShort;
    const isAfterSubject = isShort || place > start + 1;
    if (isAfterSubject && !isDescription && isFiniteVerb(words, place)) return true;
  }
  return false;
}

function isContraction({ raw }: ClaimWord): boolean {
  return /^\p{L}+['’](?:s|re|ve|ll|d|m)$/iu.test(raw) && /^(?:i|you|he|she|it|we|they|that|there)['’]/i.test(raw);
}
