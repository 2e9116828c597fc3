import { LIMITS } from "@knote/contract";

/** Title and content of the note that a document becomes. One that is missing is taken from the other. */
export function noteTexts(title: string, text: string): { readonly title: string; readonly content: string } {
  const shortTitle = cut(title, LIMITS.titleLength);
  const content = cut(text, LIMITS.contentLength);
  return {
    title: shortTitle || cut(content, LIMITS.titleLength),
    content: content || cut(title, LIMITS.contentLength),
  };
}

/** At most so many code points, without what the service refuses: NUL, lone surrogates, white space around it. */
export function cut(text: string, most: number): string {
  const clean = text.toWellFormed().replaceAll("\0", " ").trim();
  return clean.length <= most ? clean : [...clean.slice(0, 2 * most)].slice(0, most).join("").trim();
}
