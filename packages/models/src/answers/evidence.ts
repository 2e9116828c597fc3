import type { Passage } from "@knote/api";
import { CONDITION } from "./answer-patterns.ts";
import { withoutMisspellings } from "./misspellings.ts";
import { typeMatchOf } from "./type-match.ts";
import { parseQuestion, type Question } from "./question.ts";
import { type ReadNote, readNote, type Sentence } from "./read-note.ts";

/** A sentence of a passage, weighed against a question. */
export interface Evidence extends Sentence {
  /** Index into the passages. */
  readonly passage: number;
  /** Place among the sentences of its note. */
  readonly at: number;
  /** The day its note was written. */
  readonly day: Date;
  /** Share of the question's words, by weight, that the sentence holds, 0…1. */
  readonly overlap: number;
  /** How clearly the sentence holds the kind of thing asked for, 0…1. */
  readonly typeMatch: number;
  /** Share of the question's names that the sentence is about; 1 for a question without names. */
  readonly nameShare: number;
  /** How well the sentence fits as an answer, 0…1; comparable within one question. */
  readonly score: number;
}

export interface WeighedEvidence {
  readonly question: Question;
  /** Best first. */
  readonly sentences: readonly Evidence[];
  /** The notes of the passages, in their order. */
  readonly notes: readonly ReadNote[];
}

/** Weight of a question's word that only the note's title, a sentence beside, or the rest of the note has. */
const TITLE_WEIGHT = 0.6;
const BESIDE_WEIGHT = 0.5;
const NOTE_WEIGHT = 0.3;
/** Retrieval judges which note bears on the question; the other two weights choose among its sentences. */
const RETRIEVAL_WEIGHT = 0.55;
const OVERLAP_WEIGHT = 0.25;
const TYPE_MATCH_WEIGHT = 0.2;
/**
 * Factor for a sentence about someone else. It only breaks ties: when the best sentence is about someone else,
 * there is no answer (`isAnswerable`).
 */
const OTHER_NAME_FACTOR = 0.95;
/** Factor for a sentence that is a question. */
const QUESTION_FACTOR = 0.7;
/** Factor for a sentence without a negation, when the question has one. */
const AFFIRMATION_FACTOR = 0.8;
/** Factor for a sentence about the present, when the question asks for the past. */
const CURRENT_FACTOR = 0.65;
/** Factor for a rule ("If …, …") where the question has no "if": it says what would be, not what is. */
export const CONDITION_FACTOR = 0.7;
const QUESTION = /[?？]["”’)]{0,3}$/;

/** Returns all sentences of the passages, including titles, by how well they answer the question. */
export function weighEvidence(query: string, passages: readonly Passage[]): WeighedEvidence {
  const typedQuestion = parseQuestion(query);
  const notes = passages.map((passage) => readNote(passage, typedQuestion.reader));
  const question = withoutMisspellings(typedQuestion, notes);
  const weights = weightsOf(question.stems, notes);
  const bestScore = Math.max(0, ...passages.map((passage) => passage.score));
  const sentences = notes.flatMap((note, passage) => {
    const retrieval = bestScore > 0 ? Math.max(0, passages[passage]!.score) / bestScore : 0;
    return note.sentences.map((sentence, at): Evidence => {
      const overlap = overlapOf(weights, at, note);
      const typeMatch = overlap === 0 ? 0 : typeMatchOf(question, sentence.text);
      const nameShare = nameShareOf(question.names, sentence, note);
      // A date or a name counts only in a sentence that shares words with the question.
      const contentScore = OVERLAP_WEIGHT * overlap + TYPE_MATCH_WEIGHT * typeMatch * Math.min(1, 2 * overlap);
      const fit = contentScore + RETRIEVAL_WEIGHT * retrieval;
      const factor = questionFactor(question, sentence.text);
      const score = fit * factor * (OTHER_NAME_FACTOR + (1 - OTHER_NAME_FACTOR) * nameShare);
      return { ...sentence, passage, at, day: note.day, overlap, typeMatch, nameShare, score };
    });
  });
  return {
    question,
    notes,
    sentences: sentences.sort((a, b) => b.score - a.score || a.passage - b.passage || b.stems.size - a.stems.size),
  };
}

/** Returns what to multiply the score by: a question or a rule does not answer, nor an affirmation what is not so. */
function questionFactor(
  { type, isNegative, isConditional, isAboutFormer, language }: Question,
  sentence: string,
): number {
  const isCurrent = isAboutFormer && !language.former.test(sentence.toLowerCase());
  const isRule = CONDITION.test(sentence) && !isConditional;
  const asks = QUESTION.test(sentence) ? QUESTION_FACTOR : isRule ? CONDITION_FACTOR : 1;
  const affirms = isNegative && type !== "yes-no" && !language.negation.test(sentence.toLowerCase());
  return (affirms ? asks * AFFIRMATION_FACTOR : asks) * (isCurrent ? CURRENT_FACTOR : 1);
}

/** Returns a weight for each stem: the fewer sentences hold it, the more it weighs; most if none does. */
function weightsOf(questionStems: ReadonlySet<string>, notes: readonly ReadNote[]): Map<string, number> {
  const all = notes.flatMap((note) => note.sentences);
  const weigh = (stem: string) =>
    Math.log(1 + (all.length + 1) / (all.filter(({ stems }) => stems.has(stem)).length + 0.5));
  return new Map(Array.from(questionStems, (stem) => [stem, weigh(stem)]));
}

/** Returns the share of the question's words, by weight, that the sentence or its surroundings hold. */
function overlapOf(weights: ReadonlyMap<string, number>, at: number, note: ReadNote): number {
  const own = note.sentences[at]!.stems;
  const [before, after] = [note.sentences[at - 1]?.stems, note.sentences[at + 1]?.stems];
  let totalWeight = 0;
  let heldWeight = 0;
  for (const [stem, weight] of weights) {
    totalWeight += weight;
    if (own.has(stem)) heldWeight += weight;
    else if (note.titleStems.has(stem)) heldWeight += TITLE_WEIGHT * weight;
    else if (before?.has(stem) || after?.has(stem)) heldWeight += BESIDE_WEIGHT * weight;
    else if (note.stems.has(stem)) heldWeight += NOTE_WEIGHT * weight;
  }
  return totalWeight === 0 ? 0 : heldWeight / totalWeight;
}

const SHORTEST_STEM_OF_NAME = 4;

/** Returns the share of the names that the sentence is about. Without a label, names in the note's title count too. */
function nameShareOf(names: ReadonlySet<string>, sentence: Sentence, note: ReadNote): number {
  if (names.size === 0) return 1;
  const matchingNames = [...names].filter(
    (name) => holds(sentence.stems, name) || (!sentence.hasLabel && holds(note.titleStems, name)),
  );
  return matchingNames.length / names.size;
}

/** Also matches a prefix: "Postgres" names PostgreSQL. */
export function holds(stems: ReadonlySet<string>, name: string): boolean {
  return stems.has(name) || [...stems].some((stem) => begins(stem, name) || begins(name, stem));
}

function begins(word: string, start: string): boolean {
  return start.length >= SHORTEST_STEM_OF_NAME && word.startsWith(start);
}
