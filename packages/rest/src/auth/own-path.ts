const MOST_LENGTH = 2_048;
/** Nowhere: only tells whether a text leads away from it. */
const HERE = "http://own.invalid";
/** What signs in is no place to go to afterwards. */
const NO_PLACES = /^\/(?:auth(?:\/|$)|signin(?:$|[/?#]))/;

/** The text as a path of our own, or `/`: nobody is sent elsewhere by an address that somebody else made. */
export function ownPath(text: string | null): string {
  if (text === null || text.length > MOST_LENGTH || !text.startsWith("/") || hasOddities(text)) return "/";
  const url = URL.parse(text, HERE);
  if (url?.origin !== HERE) return "/";
  const path = url.pathname + url.search + url.hash;
  return path.startsWith("//") || NO_PLACES.test(path) ? "/" : path;
}

/** Browsers take a backslash for a slash, and leave line breaks and tabs out. */
function hasOddities(text: string): boolean {
  return /[\\\p{Cc}]/u.test(text) || !text.isWellFormed();
}
