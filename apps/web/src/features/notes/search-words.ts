/** A filter or exclusion as `q` reads it; the server decides, so this only has to be close. */
const OPERATOR =
  /(?<=^|[\s(])-?(?:(?:tag|type|state|before|after):(?:"[^"]*"|[^\s"()]+)|(?<=-)(?:"[^"]*"|\p{L}[^\s"]*))/giu;
const LAST_PART = /\S+$/;
const PARTIAL = /^-?(?:(?:tag|type|state):|(?:before|after):(?!\d{4}(?:-\d{2}){0,2}$)\S*)$/i;
/** Neither a filter by time nor an exclusion has a beginning to match, and `OR` is none. */
const COMPLETE = /^(?:-?(?:before|after):\S*|-(?!(?:tag|type|state):).*|OR)$/i;

/** Turns typed text into a search; the last word matches as a prefix, and an operator without a value is left out. */
export function searchQuery(text: string): string {
  const trimmedText = text.trim();
  if (trimmedText.includes('"')) return trimmedText;
  const [last = ""] = LAST_PART.exec(trimmedText) ?? [];
  if (PARTIAL.test(last)) return trimmedText.slice(0, -last.length).trim();
  return /[\p{L}\p{N}]$/u.test(last) && !COMPLETE.test(last) ? `${trimmedText}*` : trimmedText;
}

/** Returns the words of a search that its matches contain, without operators. */
export function wordsToMark(text: string): string {
  return text
    .replace(OPERATOR, " ")
    .replace(/(?<=\s)OR(?=\s)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
