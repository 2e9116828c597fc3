import { claimWords, type ClaimWord } from "./claim-words.ts";
import { likelyVerb } from "./finite-verbs.ts";

/** A claim as two claims are compared: without negations, words of change, and the stamp of an imported line. */
export interface Claim {
  readonly words: readonly ClaimWord[];
  readonly negations: number;
  /** Whether the claim says that something is new, as in "now", "no longer" or "switched". */
  readonly tellsChange: boolean;
  /** The place of the first finite verb among `words`; their number when there is none. */
  readonly verbAt: number;
}

const NEGATIONS = new Set("not no never none nobody nothing nowhere neither nor without".split(" "));
/** Auxiliaries joined with a negation, folded. */
const NEGATED_AUXILIARIES: ReadonlyMap<string, string> = new Map<string, string>([
  ...`is are was were has have had do does did would could should must might need`
    .split(" ")
    .map((word) => [`${word}nt`, word] as const),
  ["wont", "will"],
  ["cant", "can"],
  ["cannot", "can"],
  ["shant", "shall"],
  ["aint", "is"],
]);
/** Say no before another verb: "failed to", "is unable to", "has yet to". */
const DENYING_WORDS = new Set(
  "yet unable incapable failed fails fail refused refuses refuse declined declines".split(" "),
);
const AFTER_DENIAL = new Set(["to", "of"]);
/** Say nothing themselves beside a negation: "does not hunt" is "hunts" negated. */
const DO_SUPPORT = new Set(["do", "does", "did"]);
const WORDS_OF_CHANGE = new Set(
  "now instead anymore currently switched moved updated update changed replaced migrated renamed".split(" "),
);
/** Left out where they only introduce the claim, or say since when. */
const PASSING_WORDS = new Set("now instead anymore currently again today update".split(" "));
/** "Update: …", "Now I've switched again — …". */
const OPENING =
  /^(?=[^:—–]{0,40}\b(?:update|updated|correction|now|changed|switched|moved|new)\b)[^:—–]{1,40}[:—–]\s+/i;
/** "(11:53 am on 23 March, 2023)", "[2024-05-01]". */
const STAMP = /\s*[([](?=[^)\]]*\d{1,2}[:./ -])(?:[\d:.,/ -]|\b(?:am|pm|at|on|of|utc|[a-z]{3,9})\b){6,40}[)\]]\s*$/i;

/** Reads a title as a claim. */
export function readClaim(title: string): Claim {
  const opening = OPENING.exec(title)?.[0] ?? "";
  const text = title.slice(opening.length).replace(STAMP, "");
  const allWords = claimWords(text).flatMap((word) => {
    const auxiliary = NEGATED_AUXILIARIES.get(word.text);
    return auxiliary === undefined
      ? [word]
      : [
          { ...word, text: auxiliary, stem: auxiliary },
          { ...word, text: "not" },
        ];
  });
  const isDenial = (place: number) =>
    DENYING_WORDS.has(allWords[place]?.text ?? "") && AFTER_DENIAL.has(allWords[place + 1]?.text ?? "");
  const isNegation = (word: ClaimWord | undefined) => word !== undefined && NEGATIONS.has(word.text);
  const isLeftOut = (word: ClaimWord, place: number) =>
    isNegation(word) ||
    isDenial(place) ||
    isDenial(place - 1) ||
    PASSING_WORDS.has(word.text) ||
    (DO_SUPPORT.has(word.text) && isNegation(allWords[place + 1])) ||
    (word.text === "longer" && isNegation(allWords[place - 1]));
  const words = allWords.filter((word, place) => !isLeftOut(word, place));
  const verb = likelyVerb(words);
  return {
    words,
    negations: allWords.filter((word, place) => isNegation(word) || isDenial(place)).length,
    tellsChange: opening !== "" || allWords.some((word, place) => tellsChange(word, allWords[place - 1])),
    verbAt: verb < 0 ? words.length : verb,
  };
}

function tellsChange({ text }: ClaimWord, before: ClaimWord | undefined): boolean {
  return WORDS_OF_CHANGE.has(text) || (text === "longer" && before?.text === "no");
}
