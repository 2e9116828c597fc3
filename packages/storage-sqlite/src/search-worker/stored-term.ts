// The only characters that FTS5's ascii tokenizer would change or split at.
const NOT_KEPT = /[\0-\x20A-Z\x7f]/;
const NOT_KEPT_EACH = /[\0-\x20A-Z\x7f]/g;
/** Start of the private use area, which no language uses. */
const STAND_IN = 0xe000;
const STAND_INS = /[\ue000-\ue07f]/g;

/** Returns a term as stored: prefixed with its owner, so that the postings of users stay apart. */
export function storedTerm(user: number, term: string): string {
  return ownerPrefix(user) + keptTerm(term);
}

export function ownerPrefix(user: number): string {
  return `${user.toString(36)}|`;
}

export function keptTerm(term: string): string {
  return isKept(term)
    ? term
    : term.replace(NOT_KEPT_EACH, (sign) => String.fromCharCode(STAND_IN + sign.charCodeAt(0)));
}

/** Returns the term of which `storedTerm` made this one. */
export function termOf(user: number, termInStore: string): string {
  return termInStore
    .slice(ownerPrefix(user).length)
    .replace(STAND_INS, (sign) => String.fromCharCode(sign.charCodeAt(0) - STAND_IN));
}

/** Returns whether `keptTerm` leaves these characters unchanged. */
export function isKept(signs: string): boolean {
  return !NOT_KEPT.test(signs);
}

/** Returns the upper bound of the stored terms with this prefix. */
export function endOfPrefix(storedPrefix: string): string {
  return `${storedPrefix}\u{10ffff}`;
}
