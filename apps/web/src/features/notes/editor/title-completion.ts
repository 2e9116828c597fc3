/** The open `[[` before the caret, and the text typed after it. */
export interface OpenBrackets {
  readonly start: number;
  readonly prefix: string;
}

const LONGEST = 80;

export function openBrackets(text: string, caret: number): OpenBrackets | null {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  const at = before.lastIndexOf("[[");
  if (at < 0) return null;
  const prefix = before.slice(at + 2);
  return /[\n[\]]/.test(prefix) ? null : { start: caret - before.length + at, prefix };
}

/** Replaces the brackets with the title; returns the text and the new position of the caret. */
export function withTitle(text: string, { start, prefix }: OpenBrackets, title: string) {
  const end = start + 2 + prefix.length;
  const rest = text.slice(end).replace(/^\]\]/, "");
  return { text: text.slice(0, start) + title + rest, caret: start + title.length };
}
