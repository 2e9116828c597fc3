import type { NoteWindow } from "../ports/search-index.ts";

/**
 * About what a 256-token model reads beside a title, in code units of English. A note up to `WHOLE` is one
 * window; a longer one has its head (up to `WHOLE`) and passages of about `PASSAGE` for the rest.
 */
const WHOLE = 1_200;
const PASSAGE = 900;

/** The windows of a note's content, the head first, without gaps; passages end where sentences or words do. */
export function noteWindows(content: string): NoteWindow[] {
  const windows: NoteWindow[] = [];
  for (let start = 0; start < content.length;) {
    const end = passageEnd(content, start, start === 0 ? WHOLE : PASSAGE);
    windows.push({ start, end });
    start = end;
  }
  return windows.length === 0 ? [{ start: 0, end: 0 }] : windows;
}

/** What is embedded for a window: the claim gives the passage its subject. */
export function windowText(note: { readonly title: string; readonly content: string }, window: NoteWindow): string {
  return `${note.title}\n${note.content.slice(window.start, window.end)}`;
}

function passageEnd(content: string, start: number, size: number): number {
  const rest = content.length - start;
  // A short remainder goes along: a window of a few words finds nothing that its neighbour does not.
  if (rest <= size * 1.25) return content.length;
  const text = content.slice(start, start + size);
  const sentence = lastMatchEnd(text, /[.!?。！？]["')\]]?\s|\n/g);
  if (sentence > size / 2) return start + sentence;
  const word = lastMatchEnd(text, /\s/g);
  if (word > size / 2) return start + word;
  // Never between the halves of a surrogate pair.
  return start + size - (/[\ud800-\udbff]$/.test(text) ? 1 : 0);
}

function lastMatchEnd(text: string, pattern: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}
