import type { Passage } from "@knote/api";
import type { MakeLine, Quotation } from "./answer-lines.ts";
import { NOT_A_NAME } from "./answer-patterns.ts";
import { type Description, descriptionsIn } from "./descriptions.ts";
import { quoteNote } from "./doubt.ts";
import { type Evidence, holds, type WeighedEvidence } from "./evidence.ts";
import type { QuestionType } from "./language/question-language.ts";
import { leadOf } from "./lead.ts";

/** Share of the words of a description that a sentence must have, with its title, to tell who or what is meant. */
const LEAST_DESCRIBED = 0.65;
/** Share of the question's other words that the sentence that answers must have, with its title. */
const LEAST_ANSWERED = 0.5;
/** Clarity with which that sentence must have the kind of thing that is asked for, of types that its form shows. */
const LEAST_CLEAR = 0.7;
const SHOWN_TYPES: ReadonlySet<QuestionType> = new Set(["when", "where", "count", "amount", "duration", "frequency"]);
const HONORIFIC = /^(?:mr|mrs|ms|miss|dr|prof|sir|madame|monsieur|frau|herr|father|sister|captain|aunt|uncle)$/;
/** Says who has a role: "Ada is my apprentice", "Apprentice: Ada". */
const IDENTIFIES = /\b(?:is|are|was|were)\b|:/i;

/** Two sentences that answer together: one names whom or what the question describes, the other tells about it. */
interface TwoHop {
  readonly naming: Evidence;
  readonly answer: Evidence;
  /** Whether no note alone is an answer: the best one says nothing of what is asked, or the two have all of the question. */
  readonly isBetter: boolean;
}

/**
 * Returns the two sentences, of different notes, that answer a question with a description ("the colleague who has our
 * ladder"). Null unless some note names whom it describes, and what is asked is said of that one, in one note only.
 */
export function twoHopOf(query: string, weighedEvidence: WeighedEvidence, passages: readonly Passage[]): TwoHop | null {
  const { question, sentences, notes } = weighedEvidence;
  if (question.type === "yes-no" || question.type === "why") return null;
  const settledSentences = sentences.filter(({ passage }) => isSettled(passages[passage]!));
  for (const description of descriptionsIn(query, question)) {
    const hop = hopFor(description, { question, notes, sentences: settledSentences });
    if (hop !== null) return { ...hop, isBetter: isBetter(hop, description, weighedEvidence) };
  }
  return null;
}

/** Makes a line for each of the two notes, the one that answers first. */
export function twoHopLines(
  { answer, naming }: TwoHop,
  { question, notes }: WeighedEvidence,
  passages: readonly Passage[],
): MakeLine[] {
  const quote = ({ text, passage }: Evidence): Quotation => {
    const claim = notes[passage]!.claim.text;
    return { text, details: text.includes(claim) ? [] : [claim], passages: [passage] };
  };
  const lead = leadOf(question, answer);
  const first = quote(answer);
  return [
    quoteNote(lead === null ? first : { ...first, lead: lead.charAt(0).toUpperCase() + lead.slice(1) }, passages),
    quoteNote(quote(naming), passages),
  ];
}

/** Whether nothing disputes or doubts the note, and nothing has replaced it. */
function isSettled({ state, contradicts, review }: Passage): boolean {
  return state !== "superseded" && contradicts.length === 0 && review === undefined;
}

function hopFor(description: Description, weighedEvidence: WeighedEvidence): Omit<TwoHop, "isBetter"> | null {
  const { sentences, notes } = weighedEvidence;
  const { otherStems } = description;
  const hops: Omit<TwoHop, "isBetter">[] = [];
  for (const naming of sentences.filter((sentence) => isDescribed(sentence, description, weighedEvidence))) {
    // A note that has what is asked as well is no way to another.
    if (otherStems.size > 0 && shareOf(otherStems, notes[naming.passage]!.stems) === 1) return null;
    for (const name of namesIn(naming, description, weighedEvidence)) {
      const answer = answerAbout(name, naming, description, weighedEvidence);
      if (answer !== null) hops.push({ naming, answer });
    }
  }
  return new Set(hops.map(({ answer }) => answer.passage)).size === 1 ? hops[0]! : null;
}

function isDescribed(
  { passage, stems, text }: Evidence,
  { ownStems, isRole }: Description,
  { question: { names, reader }, notes }: WeighedEvidence,
): boolean {
  const { titleStems, claim } = notes[passage]!;
  if (isRole && (!IDENTIFIES.test(text) || shareOf(ownStems, stems) === 0)) return false;
  if (shareOf(ownStems, stems, titleStems) < LEAST_DESCRIBED) return false;
  // "Brand" is not "branding".
  const isNamed = (name: string) =>
    [text, claim.text].some((own) =>
      reader.words(own).some(({ stem, start }) => stem === name && /\p{Lu}/u.test(own.charAt(start))),
    );
  return [...ownStems].every((stem) => !names.has(stem) || isNamed(stem));
}

/**
 * Returns the names that the question has not: those in the sentence, and in the title above it unless it must say who has a
 * role. Each is the stems of its words; "Ada's boat" is a name of two.
 */
function namesIn(
  { passage, text }: Evidence,
  { isRole }: Description,
  { question: { reader, stems }, notes }: WeighedEvidence,
): string[][] {
  const title = notes[passage]!.claim.text;
  return (isRole || title === text ? [text] : [text, title]).flatMap((own) => {
    const names: { words: string[]; end: number }[] = [];
    for (const { text: word, stem, start, end, counts } of reader.words(own)) {
      const last = names.at(-1);
      const isNext = last !== undefined && own.slice(last.end, start) === " ";
      const isOwned = isNext && last.words.length === 1 && /['’]s?$/u.test(own.slice(0, last.end));
      const isCapitalised = /\p{Lu}/u.test(own.charAt(start)) && !NOT_A_NAME.test(word) && !stems.has(stem);
      if (!counts || HONORIFIC.test(word) || !(isOwned || isCapitalised)) continue;
      if (isNext) last.words.push(stem);
      if (isNext) last.end = isOwned ? own.length : end;
      else names.push({ words: [stem], end });
    }
    return names.map(({ words }) => words);
  });
}

/** Returns the best sentence of another note that says of the one with the name what is asked; null if two notes do alike. */
function answerAbout(
  name: readonly string[],
  naming: Evidence,
  { otherStems }: Description,
  { question, sentences, notes }: WeighedEvidence,
): Evidence | null {
  const isNamed = (stems: ReadonlySet<string>) => name.every((stem) => stems.has(stem));
  const answerShare = ({ stems, text, passage }: Evidence) =>
    otherStems.size === 0 || question.measure?.test(text) === true
      ? 1
      : shareOf(otherStems, stems, notes[passage]!.titleStems);
  const isAbout = ({ passage, stems }: Evidence) => {
    const note = notes[passage]!;
    if (isNamed(stems)) return true;
    // Where nothing else is asked, the title names the one and no other sentence of the note has the kind of thing.
    if (otherStems.size === 0) return isNamed(note.titleStems) && own(passage).filter(hasKind).length === 1;
    // A sentence with all that is asked need not have the name.
    return isNamed(note.titleStems) || (isNamed(note.stems) && shareOf(otherStems, stems) === 1);
  };
  const own = (passage: number) => sentences.filter((sentence) => sentence.passage === passage);
  const hasKind = ({ typeMatch, isTitle }: Evidence) => {
    if (SHOWN_TYPES.has(question.type)) return typeMatch >= LEAST_CLEAR;
    return otherStems.size > 0 || (isTitle && !question.asksName);
  };
  const fits = (sentence: Evidence) =>
    sentence.passage !== naming.passage &&
    answerShare(sentence) >= LEAST_ANSWERED &&
    isAbout(sentence) &&
    hasKind(sentence);
  const [best, second] = sentences
    .filter(fits)
    .toSorted((one, other) => answerShare(other) - answerShare(one) || other.score - one.score);
  const isUndecided =
    second !== undefined && second.passage !== best!.passage && answerShare(second) === answerShare(best!);
  return best === undefined || isUndecided ? null : best;
}

function isBetter(
  { naming, answer }: Omit<TwoHop, "isBetter">,
  { ownStems, otherStems }: Description,
  { sentences, notes }: WeighedEvidence,
): boolean {
  if (otherStems.size === 0) return false;
  const { titleStems } = notes[answer.passage]!;
  const isWhole =
    shareOf(otherStems, answer.stems, titleStems) === 1 && shareOf(ownStems, notes[naming.passage]!.stems) === 1;
  return isWhole || shareOf(otherStems, notes[sentences[0]!.passage]!.stems) === 0;
}

/** Returns the share of the stems that one of the texts has, 0…1. */
function shareOf(stems: ReadonlySet<string>, ...texts: readonly ReadonlySet<string>[]): number {
  return [...stems].filter((stem) => texts.some((text) => holds(text, stem))).length / stems.size;
}
