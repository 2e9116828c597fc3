/** A part of a note's content that has its own vector: code units `[start, end)`. */
export interface NoteWindow {
  readonly start: number;
  readonly end: number;
}

/**
 * Code units. `HEAD` is about what a 256-token model reads beside a title, in English; a passage is a few
 * sentences: a vector of more text represents each sentence worse (measured in docs/adr/0005).
 */
const HEAD = 1_200;
const PASSAGE = 500;

/**
 * Returns the windows of a note's content: first the head, which represents its topic, then passages that cover all of
 * it without gaps and locate its statements. A note no longer than a passage has one window, its head.
 */
export function noteWindows(content: string): NoteWindow[] {
  const head = { start: 0, end: passageEnd(content, 0, HEAD) };
  const passages: NoteWindow[] = [];
  for (let start = 0; start < content.length;) {
    const end = passageEnd(content, start, PASSAGE);
    passages.push({ start, end });
    start = end;
  }
  return passages.length > 1 ? [head, ...passages] : [head];
}

/** Returns the text to embed for a window, led by the title as its subject. Content that only repeats it is dropped. */
export function windowText(note: { readonly title: string; readonly content: string }, window: NoteWindow): string {
  const { title, content } = note;
  const saysNoMore = content.startsWith(title) && [".", ""].includes(content.slice(title.length).trim());
  return saysNoMore ? title : `${title}\n${content.slice(window.start, window.end)}`;
}

function passageEnd(content: string, start: number, size: number): number {
  const rest = content.length - start;
  // A short remainder is included: a window of a few words finds nothing that its neighbour does not.
  if (rest <= size * 1.25) return content.length;
  const text = content.slice(start, start + size);
  const sentence = lastMatchEnd(text, /[.!?。！？]["')\]]?\s|\n/g);
  if (sentence > size / 2) return start + sentence;
  const word = lastMatchEnd(text, /\s/g);
  if (word > size / 2) return start + word;
  // Never cuts a surrogate pair in half.
  return start + size - (/[\ud800-\udbff]$/.test(text) ? 1 : 0);
}

function lastMatchEnd(text: string, pattern: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}
