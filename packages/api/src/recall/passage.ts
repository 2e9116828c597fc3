import { beginTurn, type Turn } from "../kit/in-turns.ts";
import { createStemFinder } from "../text/stem-finder.ts";
import type { NoteWindow } from "../text/windows.ts";
import { noteWindows } from "../text/windows.ts";
import { wordReader } from "../text/word-reader.ts";

/** Most code units of a note that an answer model sees, unless a single window is longer. */
const ANSWER_PASSAGE = 1_500;

/** Picks the passages of notes for one question. Yields to the event loop while it reads a long note. */
export interface Passages {
  /** Returns the matching passage: `window` or, when only words matched, the one with most of the question's words. */
  passageOf(content: string, window: NoteWindow | undefined, turn?: Turn): Promise<string>;
  /**
   * Returns the matching passage as `snippet`, and as `text` the same widened by its surroundings, following passages
   * before preceding ones.
   */
  answerPassage(
    content: string,
    window: NoteWindow | undefined,
    turn?: Turn,
  ): Promise<{ readonly text: string; readonly snippet: string }>;
  /** Returns the share of the question's words, stop words excluded, that the texts contain, 0…1. */
  coverage(texts: readonly string[]): number;
}

/** Creates `Passages` for a question. Its words are analysed once, when first needed, and reused for all notes. */
export function passagesFor(query: string): Passages {
  let words: QuestionWords | undefined;
  const getQuestionWords = () => (words ??= questionWords(query));
  return {
    passageOf: async (content, window, turn = beginTurn()) =>
      textOf(content, window ?? (await bestWindow(content, getQuestionWords(), turn))),
    async answerPassage(content, window, turn = beginTurn()) {
      const best = window ?? (await bestWindow(content, getQuestionWords(), turn));
      return { text: widen(content, best), snippet: textOf(content, best) };
    },
    coverage: (texts) =>
      getQuestionWords().count === 0 ? 0 : getQuestionWords().heldBy(texts) / getQuestionWords().count,
  };
}

function textOf(content: string, { start, end }: NoteWindow): string {
  return content.slice(start, end).trim();
}

function widen(content: string, window: NoteWindow): string {
  const passages = passagesOf(content);
  let { start, end } = window;
  for (;;) {
    const fits = (passage: NoteWindow) => Math.max(end, passage.end) - Math.min(start, passage.start) <= ANSWER_PASSAGE;
    const next = passages.find((passage) => passage.end > end && passage.start <= end && fits(passage));
    const previous = passages.findLast((passage) => passage.start < start && passage.end >= start && fits(passage));
    const wider = next ?? previous;
    if (!wider) return textOf(content, { start, end });
    [start, end] = [Math.min(start, wider.start), Math.max(end, wider.end)];
  }
}

/** Yields in between: 50,000 characters without spaces take several turns of the event loop. */
async function bestWindow(content: string, words: QuestionWords, turn: Turn): Promise<NoteWindow> {
  let best: NoteWindow = { start: 0, end: 0 };
  let most = -1;
  for (const window of passagesOf(content)) {
    if (turn.isOver()) await turn.next();
    const count = words.heldBy([content.slice(window.start, window.end)]);
    if (count > most) [best, most] = [window, count];
  }
  return best;
}

/** The distinct words of a question, without stop words. */
interface QuestionWords {
  readonly count: number;
  /** Returns how many of the words the texts contain. */
  heldBy(texts: readonly string[]): number;
}

function questionWords(query: string): QuestionWords {
  const reader = wordReader(query);
  const stems = reader.stemsIn(query);
  const finder = createStemFinder(stems, reader);
  return {
    count: stems.size,
    heldBy(texts) {
      const foundStems = new Set<string>();
      for (const text of texts) finder.find(text, (stem) => foundStems.add(stem));
      return foundStems.size;
    },
  };
}

/** Returns the windows that tile the content: all but the head, unless it is the only one. */
function passagesOf(content: string): NoteWindow[] {
  const [head, ...passages] = noteWindows(content);
  return passages.length === 0 ? [head!] : passages;
}
