import { editDistance } from "@knote/api/text/edit-distance";
import { type Evidence, holds, type WeighedEvidence } from "./evidence.ts";
import type { QuestionType } from "./language/question-language.ts";
import type { Question } from "./question.ts";
import { hasName } from "./type-match.ts";

/** Clarity above which a sentence holds a number of the counted thing, or a sum of money. */
const LEAST_MEASURED = 0.9;
/** From this similarity on, a note answers even if it uses other names for things; lower where people are named. */
const CERTAIN = { named: 0.5, nameless: 0.6, yesNo: 0.7 };
/** From this similarity on, a note answers although it shares nothing but names with the question. */
const CERTAIN_BY_NAMES_ALONE = 0.7;
/** From this similarity on, a note answers although it lacks what belongs to the one who is named, or what is said of it. */
const CERTAIN_OF_RELATION = 0.65;
/** With a single word that it lacks, a note may say the same in another one; with so many, it says something else. */
const WORDS_OF_STATEMENT = 2;
/** Share of the best sentence's overlap that a sentence of its note needs to be about the question. */
const LEAST_SHARED = 0.6;
/** A name in quotation marks, or one such as deploy.sh. */
const NAME_WITHOUT_CAPITAL = /[“"«„‘]\p{L}|\p{L}[._/]\p{L}/u;
/** A sentence about what the one before it names. */
const REFERS_BACK = /^(?:it|its|they|their|that|this|these|those|each|all|both|she|he|her|his)\b/i;
/** Types of question about an event, which the answer must have in common with it. */
const ABOUT_EVENTS: ReadonlySet<QuestionType> = new Set(["who", "when", "where", "why", "duration", "frequency"]);

/**
 * Returns whether the best note is about something else than the question: it has not the kind of thing that is asked
 * for, it says the same of another thing, it shares only names or nothing at all, or it lacks a thing that the question
 * names. The last two do not count for a note that is very near in meaning, to the best of its versions.
 */
export function isAboutOther(
  { question, notes, sentences }: WeighedEvidence,
  best: Evidence,
  meaning: number,
): boolean {
  const { stems } = notes[best.passage]!;
  const own = sentences.filter(({ passage }) => passage === best.passage);
  if (lacksKind(question, own, best) || isValueOfOther(question, own) || contrasts(question, own)) return true;
  if (meaning < CERTAIN_BY_NAMES_ALONE && sharesOnlyNames(question, stems)) return true;
  const isFar = meaning < CERTAIN_OF_RELATION;
  if (isFar && (lacksPossession(question, stems) || lacksStatement(question, stems))) return true;
  if (meaning >= certainty(question)) return false;
  const sharesNothing = best.overlap === 0 && question.stems.size > 0;
  return sharesNothing || lacksThing(question, stems);
}

/**
 * Returns whether the note lacks a thing that the question names. It can leave out the setting and the attribute of a thing
 * that it has, unless yes or no depends on it.
 */
function lacksThing({ things, settings, attributes, type }: Question, stems: ReadonlySet<string>): boolean {
  const lackedThings = [...things].filter((thing) => !holds(stems, thing));
  if (type === "yes-no") return lackedThings.length > 0;
  const heldAttributes = attributes.filter(({ noun }) => holds(stems, noun)).map(({ attribute }) => attribute);
  if (lackedThings.length === things.size && lackedThings.length > 0 && heldAttributes.length === 0) return true;
  return lackedThings.some((thing) => !settings.has(thing) && !heldAttributes.includes(thing));
}

/** Returns whether the note lacks the thing of someone, and what the thing is an attribute of. */
function lacksPossession({ possessions, attributes }: Question, stems: ReadonlySet<string>): boolean {
  return [...possessions].some(
    (thing) =>
      !holds(stems, thing) && !attributes.some(({ attribute, noun }) => attribute === thing && holds(stems, noun)),
  );
}

function certainty({ type, names }: Question): number {
  if (type === "yes-no") return CERTAIN.yesNo;
  return names.size > 0 ? CERTAIN.named : CERTAIN.nameless;
}

/** Returns whether no sentence has what must be in an answer: a number, a sum, a measure or a name. */
function lacksKind(question: Question, own: readonly Evidence[], best: Evidence): boolean {
  const { language, type, isAboutMoney, asksName, measure } = question;
  const least = isAboutMoney || type === "count" ? LEAST_MEASURED : 0;
  if ((type === "count" || type === "amount") && !own.some(({ typeMatch }) => typeMatch > least)) return true;
  if (measure !== null && !own.some(({ text }) => measure.test(text))) return true;
  const near = own.filter(({ overlap }) => overlap >= LEAST_SHARED * best.overlap);
  const hasPerson = ({ text, typeMatch }: Evidence) =>
    typeMatch > 0 || hasName(question, text) || language.person.test(text.toLowerCase());
  if (type === "who" && !near.some(hasPerson)) return true;
  return asksName && !near.some(({ text }) => NAME_WITHOUT_CAPITAL.test(text) || hasName(question, text));
}

/**
 * Returns whether all numbers that could answer are in sentences about something else: the note has the thing that is asked
 * for, but neither in its title nor in a sentence with a number, nor in the one to which "it" in such a sentence refers.
 */
function isValueOfOther({ type, things, names }: Question, own: readonly Evidence[]): boolean {
  if (type !== "amount" && type !== "count") return false;
  return [...things].some((thing) => {
    const holders = own.filter(({ stems }) => holds(stems, thing));
    if (names.has(thing) || holders.length === 0 || holders.some(({ isTitle }) => isTitle)) return false;
    const isAboutIt = ({ typeMatch, stems, text, at }: Evidence) =>
      typeMatch > 0 &&
      (holds(stems, thing) || (REFERS_BACK.test(text) && holders.some((holder) => holder.at === at - 1)));
    return !own.some(isAboutIt);
  });
}

/**
 * Returns whether the note says it of another thing: it lacks "wheat" of the question's "wheat sourdough" and has "rye
 * sourdough" instead. A word that differs in one letter is the same word, misspelt.
 */
function contrasts({ attributes, reader, stems: questionStems }: Question, own: readonly Evidence[]): boolean {
  return attributes.some(({ attribute, noun }) => {
    if (own.some(({ stems }) => holds(stems, attribute))) return false;
    return own.some(({ text }) => {
      const all = reader.words(text);
      return all.some(({ stem, start }, index) => {
        const before = all[index - 1];
        if (stem !== noun || before?.counts !== true || questionStems.has(before.stem)) return false;
        return text.slice(before.end, start) === " " && editDistance(before.stem, attribute, 1) > 1;
      });
    });
  });
}

/**
 * Returns whether the note has nothing of what the question says of the things that it names: "Which company is the van
 * insured with?", where the note only describes the van.
 */
function lacksStatement(
  { type, stems, names, things, language, measure }: Question,
  noteStems: ReadonlySet<string>,
): boolean {
  if (type !== "open" || measure !== null) return false;
  const statement = [...stems].filter(
    (stem) => !names.has(stem) && !things.has(stem) && !language.emptyWords.test(stem),
  );
  return statement.length >= WORDS_OF_STATEMENT && !statement.some((stem) => holds(noteStems, stem));
}

/** Returns whether a question about an event has no word but names in common with the note. */
function sharesOnlyNames({ type, names, stems, language }: Question, noteStems: ReadonlySet<string>): boolean {
  const others = [...stems].filter((stem) => !names.has(stem) && !language.emptyWords.test(stem));
  return (
    ABOUT_EVENTS.has(type) && names.size > 0 && others.length > 0 && !others.some((stem) => holds(noteStems, stem))
  );
}
