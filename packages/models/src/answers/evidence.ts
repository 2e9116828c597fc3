import { isStopWord, type Passage, words } from "@knote/api";
import { signOfAnswer } from "./answer-signs.ts";
import { parseQuestion, type Question } from "./question.ts";
import { quotable } from "./quote.ts";
import { splitSentences } from "./sentences.ts";

/** A sentence of a passage, weighed against a question. */
export interface Evidence {
  /** Index into the passages. */
  readonly passage: number;
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  /** Share of the question's names that the note holds; 1 when it names none. */
  readonly named: number;
  /** How well it fits as an answer, 0…1; comparable within one question. */
  readonly score: number;
}

export interface WeighedEvidence {
  readonly question: Question;
  /** Best first. */
  readonly sentences: readonly Evidence[];
}

const MAX_SENTENCES_A_NOTE = 120;
/** A word of the question counts less where only the note's title, or only another of its sentences, has it. */
const TITLE_ALONE = 0.6;
const NOTE_ALONE = 0.3;
const OVERLAP_WEIGHT = 0.4;
const SIGN_WEIGHT = 0.2;
const RETRIEVAL_WEIGHT = 0.4;
/** Of two sentences that fit alike, the one about whom the question names goes first. */
const NAMES_WEIGHT = 0.1;

/** All sentences of the passages, titles among them, by how well each answers the question. */
export function weighEvidence(query: string, passages: readonly Passage[]): WeighedEvidence {
  const question = parseQuestion(query);
  const notes = passages.map(readNote);
  const weights = weightsOf(question.stems, notes);
  const bestScore = Math.max(0, ...passages.map((passage) => passage.score));
  const sentences = notes.flatMap((note, passage) => {
    const retrieval = retrievalOf(passages[passage]!, bestScore);
    const named = namedShare(question.names, note.stems);
    return note.sentences.map(({ text, stems }): Evidence => {
      const overlap = overlapOf(weights, stems, note);
      // A date or a name is a sign of an answer only in a sentence that is about the matter.
      const sign = signOfAnswer(question.type, text, question.stems) * Math.min(1, 2 * overlap);
      const fit = OVERLAP_WEIGHT * overlap + SIGN_WEIGHT * sign + RETRIEVAL_WEIGHT * retrieval;
      return { passage, text, stems, named, score: fit * (1 - NAMES_WEIGHT + NAMES_WEIGHT * named) };
    });
  });
  return { question, sentences: sentences.sort((a, b) => b.score - a.score || a.passage - b.passage) };
}

interface Sentence {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
}

interface ReadNote {
  readonly sentences: readonly Sentence[];
  readonly titleStems: ReadonlySet<string>;
  /** Of title and text together. */
  readonly stems: ReadonlySet<string>;
}

/** A title is a claim like any sentence, unless a sentence of the text says the same and more. */
function readNote({ title, text }: Passage): ReadNote {
  const claim = readSentence(quotable(title));
  const body = splitSentences(text).slice(0, MAX_SENTENCES_A_NOTE).map(readSentence);
  const repeated = claim.text === "" || body.some((sentence) => sentence.text.includes(claim.text));
  return {
    sentences: repeated ? body : [claim, ...body],
    titleStems: claim.stems,
    stems: new Set([claim, ...body].flatMap(({ stems }) => [...stems])),
  };
}

function readSentence(text: string): Sentence {
  return { text, stems: new Set(words(text).flatMap((word) => (isStopWord(word.text) ? [] : [word.stem]))) };
}

/** Words that few sentences hold tell them apart; one that none holds weighs most, as its absence tells most. */
function weightsOf(asked: ReadonlySet<string>, notes: readonly ReadNote[]): Map<string, number> {
  const all = notes.flatMap((note) => note.sentences);
  const weigh = (stem: string) =>
    Math.log(1 + (all.length + 1) / (all.filter(({ stems }) => stems.has(stem)).length + 0.5));
  return new Map(Array.from(asked, (stem) => [stem, weigh(stem)]));
}

/** Share of the question's words, by weight, that the sentence holds, itself or through its note. */
function overlapOf(weights: ReadonlyMap<string, number>, own: ReadonlySet<string>, note: ReadNote): number {
  let all = 0;
  let held = 0;
  for (const [stem, weight] of weights) {
    all += weight;
    held +=
      weight * (own.has(stem) ? 1 : note.titleStems.has(stem) ? TITLE_ALONE : note.stems.has(stem) ? NOTE_ALONE : 0);
  }
  return all === 0 ? 0 : held / all;
}

function retrievalOf({ score, similarity }: Passage, bestScore: number): number {
  const relative = bestScore > 0 ? Math.max(0, score) / bestScore : 0;
  return (relative + clampShare(similarity)) / 2;
}

const SHORTEST_STEM_OF_NAME = 4;

/** "Postgres" names PostgreSQL too. */
function namedShare(names: ReadonlySet<string>, stems: ReadonlySet<string>): number {
  if (names.size === 0) return 1;
  const held = [...names].filter(
    (name) => stems.has(name) || [...stems].some((stem) => begins(stem, name) || begins(name, stem)),
  );
  return held.length / names.size;
}

function begins(word: string, start: string): boolean {
  return start.length >= SHORTEST_STEM_OF_NAME && word.startsWith(start);
}

export function clampShare(value: number): number {
  return Math.min(1, Math.max(0, value));
}
