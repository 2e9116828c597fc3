import { beginTurn, type Turn } from "../kit/in-turns.ts";
import { countingStems } from "../text/analyze.ts";
import { createStemFinder } from "../text/stem-finder.ts";
import type { NoteWindow } from "../text/windows.ts";
import { noteWindows } from "../text/windows.ts";

/** About how much of a note an answer sees, in code units. */
const ANSWER_PASSAGE = 1_500;

/** What notes hold that bears on one question. A look through a long note takes turns of the event loop. */
export interface Passages {
  /** The passage of a note that matches: the window that did or, where only words matched, the one with most of them. */
  passageOf(content: string, window: NoteWindow | undefined, turn?: Turn): Promise<string>;
  /**
   * What an answer sees of a note: `snippet`, the passage that matches, and as `text` the same with those around it, what
   * follows before what leads to it.
   */
  answerPassage(
    content: string,
    window: NoteWindow | undefined,
    turn?: Turn,
  ): Promise<{ readonly text: string; readonly snippet: string }>;
  /** Share of the question's words that count which the texts hold, 0…1. */
  coverage(texts: readonly string[]): number;
}

/** Many notes are held against one question, one after another: its words are looked for once, when they are needed. */
export function passagesFor(query: string): Passages {
  let words: QuestionWords | undefined;
  const asked = () => (words ??= questionWords(query));
  return {
    passageOf: async (content, window, turn = beginTurn()) =>
      textOf(content, window ?? (await bestWindow(content, asked(), turn))),
    async answerPassage(content, window, turn = beginTurn()) {
      const best = window ?? (await bestWindow(content, asked(), turn));
      return { text: widened(content, best), snippet: textOf(content, best) };
    },
    coverage: (texts) => (asked().count === 0 ? 0 : asked().heldBy(texts) / asked().count),
  };
}

function textOf(content: string, { start, end }: NoteWindow): string {
  return content.slice(start, end).trim();
}

function widened(content: string, window: NoteWindow): string {
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

/** Of 50,000 characters without spaces this takes as long as a turn may, several times over. */
async function bestWindow(content: string, asked: QuestionWords, turn: Turn): Promise<NoteWindow> {
  let best: NoteWindow = { start: 0, end: 0 };
  let most = -1;
  for (const window of passagesOf(content)) {
    if (turn.isOver()) await turn.next();
    const count = asked.heldBy([content.slice(window.start, window.end)]);
    if (count > most) [best, most] = [window, count];
  }
  return best;
}

/** The words of a question that count, each once. */
interface QuestionWords {
  readonly count: number;
  /** How many of them the texts hold. */
  heldBy(texts: readonly string[]): number;
}

function questionWords(query: string): QuestionWords {
  const stems = new Set(countingStems(query));
  const finder = createStemFinder(stems);
  return {
    count: stems.size,
    heldBy(texts) {
      const held = new Set<string>();
      for (const text of texts) finder.find(text, (stem) => held.add(stem));
      return held.size;
    },
  };
}

/** The windows that tile the content: all but the head, unless it is the only one. */
function passagesOf(content: string): NoteWindow[] {
  const [head, ...passages] = noteWindows(content);
  return passages.length === 0 ? [head!] : passages;
}
