import type { Passage } from "@knote/api";
import { signOfAnswer } from "./answer-signs.ts";
import { parseQuestion, type Question } from "./question.ts";
import { type ReadNote, readNote, type Sentence } from "./read-note.ts";

/** A sentence of a passage, weighed against a question. */
export interface Evidence extends Sentence {
  /** Index into the passages. */
  readonly passage: number;
  /** The day its note was written. */
  readonly day: Date;
  /** Share of the question's words that it holds, names aside, by weight, 0…1. */
  readonly overlap: number;
  /** How clearly it holds the kind of thing asked for, 0…1. */
  readonly sign: number;
  /** Share of the question's names that it is about; 1 when it names none. */
  readonly named: number;
  /** How well it fits as an answer, 0…1; comparable within one question. */
  readonly score: number;
}

export interface WeighedEvidence {
  readonly question: Question;
  /** Best first. */
  readonly sentences: readonly Evidence[];
}

/** What a word of the question counts for where only the note's title, the sentence beside, or another one has it. */
const TITLE_ALONE = 0.6;
const BESIDE = 0.5;
const NOTE_ALONE = 0.3;
/** Which note bears on the question is retrieval's to judge, which of its sentences answers it is judged here. */
const RETRIEVAL_WEIGHT = 0.55;
const OVERLAP_WEIGHT = 0.25;
const SIGN_WEIGHT = 0.2;
/**
 * What is left of a sentence about someone else. Only a tie is broken by the name: where the sentence that
 * fits best is about someone else, that is the sign that there is no answer (`isAnswerable`).
 */
const UNNAMED = 0.95;
/** What is left of a sentence that asks instead of telling. */
const ASKING = 0.7;
const QUESTION = /[?？]["”’)]{0,3}$/;

/** All sentences of the passages, titles among them, by how well each answers the question. */
export function weighEvidence(query: string, passages: readonly Passage[]): WeighedEvidence {
  const question = parseQuestion(query);
  const notes = passages.map(readNote);
  const weights = weightsOf(question.stems, notes);
  const bestScore = Math.max(0, ...passages.map((passage) => passage.score));
  const sentences = notes.flatMap((note, passage) => {
    const retrieval = bestScore > 0 ? Math.max(0, passages[passage]!.score) / bestScore : 0;
    return note.sentences.map((sentence, at): Evidence => {
      const overlap = overlapOf(weights, at, note);
      const sign = overlap === 0 ? 0 : signOfAnswer(question.type, sentence.text, question.stems);
      const named = namedShare(question.names, sentence, note);
      // A date or a name is a sign of an answer only in a sentence that is about the matter.
      const telling = OVERLAP_WEIGHT * overlap + SIGN_WEIGHT * sign * Math.min(1, 2 * overlap);
      const fit = telling + RETRIEVAL_WEIGHT * retrieval;
      const asks = QUESTION.test(sentence.text) ? ASKING : 1;
      const score = fit * asks * (UNNAMED + (1 - UNNAMED) * named);
      return { ...sentence, passage, day: note.day, overlap, sign, named, score };
    });
  });
  return {
    question,
    sentences: sentences.sort((a, b) => b.score - a.score || a.passage - b.passage || b.stems.size - a.stems.size),
  };
}

/** Words that few sentences hold tell them apart; one that none holds weighs most, as its absence tells most. */
function weightsOf(asked: ReadonlySet<string>, notes: readonly ReadNote[]): Map<string, number> {
  const all = notes.flatMap((note) => note.sentences);
  const weigh = (stem: string) =>
    Math.log(1 + (all.length + 1) / (all.filter(({ stems }) => stems.has(stem)).length + 0.5));
  return new Map(Array.from(asked, (stem) => [stem, weigh(stem)]));
}

/** Share of the question's words, by weight, that the sentence holds, itself or through what stands around it. */
function overlapOf(weights: ReadonlyMap<string, number>, at: number, note: ReadNote): number {
  const own = note.sentences[at]!.stems;
  const [before, after] = [note.sentences[at - 1]?.stems, note.sentences[at + 1]?.stems];
  let all = 0;
  let held = 0;
  for (const [stem, weight] of weights) {
    all += weight;
    if (own.has(stem)) held += weight;
    else if (note.titleStems.has(stem)) held += TITLE_ALONE * weight;
    else if (before?.has(stem) || after?.has(stem)) held += BESIDE * weight;
    else if (note.stems.has(stem)) held += NOTE_ALONE * weight;
  }
  return all === 0 ? 0 : held / all;
}

const SHORTEST_STEM_OF_NAME = 4;

/** What is said under a label is about that one; other sentences are about whom their note's title names, too. */
function namedShare(names: ReadonlySet<string>, sentence: Sentence, note: ReadNote): number {
  if (names.size === 0) return 1;
  const held = [...names].filter(
    (name) => holds(sentence.stems, name) || (!sentence.labelled && holds(note.titleStems, name)),
  );
  return held.length / names.size;
}

/** "Postgres" names PostgreSQL too. */
function holds(stems: ReadonlySet<string>, name: string): boolean {
  return stems.has(name) || [...stems].some((stem) => begins(stem, name) || begins(name, stem));
}

function begins(word: string, start: string): boolean {
  return start.length >= SHORTEST_STEM_OF_NAME && word.startsWith(start);
}
