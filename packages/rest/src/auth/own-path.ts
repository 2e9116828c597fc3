const MOST_LENGTH = 2_048;
/** A host that does not exist: a text that resolves to another origin leads away from this service. */
const HERE = "http://own.invalid";
/** Never return to a sign-in page. */
const NO_PLACES = /^\/(?:auth(?:\/|$)|signin(?:$|[/?#]))/;

/** Returns the text as a path of this service, or `/`, so that a crafted link cannot redirect to another site. */
export function ownPath(text: string | null): string {
  if (text === null || text.length > MOST_LENGTH || !text.startsWith("/") || hasOddities(text)) return "/";
  const url = URL.parse(text, HERE);
  if (url?.origin !== HERE) return "/";
  const path = url.pathname + url.search + url.hash;
  return path.startsWith("//") || NO_PLACES.test(path) ? "/" : path;
}

/** Browsers read a backslash as a slash, and drop line breaks and tabs. */
function hasOddities(text: string): boolean {
  return /[\\\p{Cc}]/u.test(text) || !text.isWellFormed();
}
