import { countingStems, words } from "../search/analyze.ts";
import type { NoteWindow } from "../ports/search-index.ts";
import { noteWindows } from "../search/windows.ts";

/** About how much of a note an answer sees, in code units. */
const ANSWER_PASSAGE = 1_500;

/** The passage of a note that matches: the window that did or, where only words matched, the one with most of them. */
export function passageOf(content: string, query: string, window: NoteWindow | undefined): string {
  const { start, end } = window ?? bestWindow(content, new Set(countingStems(query)));
  return content.slice(start, end).trim();
}

/** What an answer sees of a note: the passage that matches with those around it, what follows before what leads to it. */
export function answerPassage(content: string, query: string, window: NoteWindow | undefined): string {
  const passages = passagesOf(content);
  let { start, end } = window ?? bestWindow(content, new Set(countingStems(query)));
  for (;;) {
    const fits = (passage: NoteWindow) => Math.max(end, passage.end) - Math.min(start, passage.start) <= ANSWER_PASSAGE;
    const next = passages.find((passage) => passage.end > end && passage.start <= end && fits(passage));
    const previous = passages.findLast((passage) => passage.start < start && passage.end >= start && fits(passage));
    const wider = next ?? previous;
    if (!wider) return content.slice(start, end).trim();
    [start, end] = [Math.min(start, wider.start), Math.max(end, wider.end)];
  }
}

/** Share of the question's words that count which the texts hold, 0…1. */
export function coverage(query: string, texts: readonly string[]): number {
  const wanted = new Set(countingStems(query));
  if (wanted.size === 0) return 0;
  const held = new Set(texts.flatMap((text) => words(text).map((word) => word.stem)));
  return [...wanted].filter((stem) => held.has(stem)).length / wanted.size;
}

function bestWindow(content: string, stems: ReadonlySet<string>): NoteWindow {
  let best: NoteWindow = { start: 0, end: 0 };
  let most = -1;
  for (const window of passagesOf(content)) {
    const held = new Set(words(content.slice(window.start, window.end)).map((word) => word.stem));
    const count = [...stems].filter((stem) => held.has(stem)).length;
    if (count > most) [best, most] = [window, count];
  }
  return best;
}

/** The windows that tile the content: all but the head, unless it is the only one. */
function passagesOf(content: string): NoteWindow[] {
  const [head, ...passages] = noteWindows(content);
  return passages.length === 0 ? [head!] : passages;
}
