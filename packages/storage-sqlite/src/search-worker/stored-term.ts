// Only these would not survive FTS5's ascii tokenizer as they are.
const NOT_KEPT = /[\0-\x20A-Z\x7f]/;
const NOT_KEPT_EACH = /[\0-\x20A-Z\x7f]/g;
/** Private use: no term of a language has it. */
const STAND_IN = 0xe000;

/** A term as it is stored: behind its owner, so that nobody's postings mix with another's. */
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

/** Whether `keptTerm` changes nothing of these signs. */
export function isKept(signs: string): boolean {
  return !NOT_KEPT.test(signs);
}

/** Where the stored terms end that begin with this one. */
export function afterAllOf(stored: string): string {
  return `${stored}\u{10ffff}`;
}
