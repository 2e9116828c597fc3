import { LIMITS } from "@knote/contract";

/** Returns title and content of a document's note. A missing one is taken from the other. */
export function noteTexts(title: string, text: string): { readonly title: string; readonly content: string } {
  const shortTitle = cutToLength(title, LIMITS.titleLength);
  const content = cutToLength(text, LIMITS.contentLength);
  return {
    title: shortTitle || cutToLength(content, LIMITS.titleLength),
    content: content || cutToLength(title, LIMITS.contentLength),
  };
}

/** Cuts to `most` code points and removes what the service refuses: NUL, lone surrogates, outer white space. */
export function cutToLength(text: string, most: number): string {
  const clean = text.toWellFormed().replaceAll("\0", " ").trim();
  return clean.length <= most ? clean : [...clean.slice(0, 2 * most)].slice(0, most).join("").trim();
}
