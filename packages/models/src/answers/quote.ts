const WHITE_SPACE = /\s+/g;
/** Control characters and invisible marks that reorder or split text, without the joiners of scripts and emoji. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
/** A number in brackets of any kind, like a citation. */
const CITATION_MARK = /[[［【〔]([\p{Cf}\s^]*\p{Nd}[\p{Nd}\p{Cf}\s,;–-]*)[\]］】〕]/gu;

/** Makes a note's text quotable: one line, nothing invisible, nothing that looks like a citation. */
export function quotable(text: string): string {
  return text.toWellFormed().replace(WHITE_SPACE, " ").replace(INVISIBLE, "").replace(CITATION_MARK, "($1)").trim();
}

/** Cuts the text to `maxCharacters`, between words where possible, and ends it with an ellipsis. */
export function clip(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const room = Math.max(0, maxCharacters - 1);
  const head = text.slice(0, room + 1);
  const space = head.lastIndexOf(" ");
  const shortText = space > room / 2 ? head.slice(0, space) : head.slice(0, room);
  return `${shortText.replace(/[\s,;:–—-]+$|[\ud800-\udbff]$/u, "")}…`.slice(0, maxCharacters);
}
