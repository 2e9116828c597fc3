const MAX_WORD_LENGTH = 64;
export const DIACRITICS = /[\u0300-\u036f]/g;
export const NOT_ASCII = /[^\0-\x7f]/;

/** Removes case, accents, apostrophes and possessive 's. */
export function fold(raw: string): string {
  let text = raw.toLowerCase();
  if (NOT_ASCII.test(text))
    text = text.normalize("NFKD").replace(DIACRITICS, "").normalize("NFKC").toLowerCase().replaceAll("’", "'");
  if (text.includes("'")) text = text.replace(/'s$/, "").replaceAll("'", "");
  // Never cuts a surrogate pair in half.
  return text.length > MAX_WORD_LENGTH ? text.slice(0, MAX_WORD_LENGTH).replace(/[\ud800-\udbff]$/, "") : text;
}
