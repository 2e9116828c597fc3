const WHITE_SPACE = /\s+/g;
/** Control characters, and the invisible marks that reorder or split text; the joiners of scripts and emoji stay. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
/** A number in brackets of any kind, as citations have it. */
const CITATION_MARK = /[[［【〔]([\p{Cf}\s^]*\p{Nd}[\p{Nd}\p{Cf}\s,;–-]*)[\]］】〕]/gu;

/** Text of a note made fit to stand in an answer: one line, nothing invisible, and nothing that looks like a citation of ours. */
export function quotable(text: string): string {
  return text.toWellFormed().replace(WHITE_SPACE, " ").replace(INVISIBLE, "").replace(CITATION_MARK, "($1)").trim();
}

/** The text in at most `maxCharacters`, cut between words and marked so. */
export function clip(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const room = Math.max(0, maxCharacters - 1);
  const head = text.slice(0, room + 1);
  const space = head.lastIndexOf(" ");
  const cut = space > room / 2 ? head.slice(0, space) : head.slice(0, room);
  return `${cut.replace(/[\s,;:–—-]+$|[\ud800-\udbff]$/u, "")}…`.slice(0, maxCharacters);
}
