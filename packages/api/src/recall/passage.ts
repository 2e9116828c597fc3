import { isStopWord, words } from "../search/analyze.ts";
import type { NoteWindow } from "../ports/search-index.ts";
import { noteWindows } from "../search/windows.ts";

/** The passage of a note that answers see: the window that matched or, where only words did, the one with most of them. */
export function passageOf(content: string, query: string, window: NoteWindow | undefined): string {
  const { start, end } = window ?? bestWindow(content, questionStems(query));
  return content.slice(start, end).trim();
}

/** Share of the question's words that count which the texts hold, 0…1. */
export function coverage(query: string, texts: readonly string[]): number {
  const wanted = questionStems(query);
  if (wanted.size === 0) return 0;
  const held = new Set(texts.flatMap((text) => words(text).map((word) => word.stem)));
  return [...wanted].filter((stem) => held.has(stem)).length / wanted.size;
}

function questionStems(query: string): Set<string> {
  return new Set(
    words(query)
      .filter((word) => !isStopWord(word.text))
      .map((word) => word.stem),
  );
}

function bestWindow(content: string, stems: ReadonlySet<string>): NoteWindow {
  let best: NoteWindow = { start: 0, end: 0 };
  let most = -1;
  for (const window of noteWindows(content)) {
    const held = new Set(words(content.slice(window.start, window.end)).map((word) => word.stem));
    const count = [...stems].filter((stem) => held.has(stem)).length;
    if (count > most) [best, most] = [window, count];
  }
  return best;
}
