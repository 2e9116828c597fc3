const MOST_LENGTH = 2_048;
/** A host that does not exist: a text that resolves to another origin leads away from this service. */
const PLACEHOLDER_ORIGIN = "http://own.invalid";
/** Never return to a sign-in page. */
const SIGN_IN_PAGES = /^\/(?:auth(?:\/|$)|signin(?:$|[/?#]))/;

/** Returns the text as a path of this service, or `/`, so that a crafted link cannot redirect to another site. */
export function ownPath(text: string | null): string {
  if (text === null || text.length > MOST_LENGTH || !text.startsWith("/") || hasUnsafeCharacters(text)) return "/";
  const url = URL.parse(text, PLACEHOLDER_ORIGIN);
  if (url?.origin !== PLACEHOLDER_ORIGIN) return "/";
  const path = url.pathname + url.search + url.hash;
  return path.startsWith("//") || SIGN_IN_PAGES.test(path) ? "/" : path;
}

/** Browsers read a backslash as a slash, and drop line breaks and tabs. */
function hasUnsafeCharacters(text: string): boolean {
  return /[\\\p{Cc}]/u.test(text) || !text.isWellFormed();
}
