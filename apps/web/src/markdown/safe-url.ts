const SCHEMES = ["http:", "https:", "mailto:"];

/** The address if a link may lead there: the web, mail, or a place here. Null for anything that could run. */
export function safeUrl(url: string): string | null {
  const parsed = URL.parse(url, "https://here.invalid");
  return parsed && SCHEMES.includes(parsed.protocol) ? url : null;
}
