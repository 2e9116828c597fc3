const SCHEMES = ["http:", "https:", "mailto:"];
const HERE = "https://knote.invalid";

export interface SafeUrl {
  readonly href: string;
  /** Whether the link leads to this server, judged by the resolved URL and not by its first characters. */
  readonly isOwn: boolean;
}

/** Returns the URL if it leads to the web, to mail or to this server; null for anything that could run code. */
export function safeUrl(url: string): SafeUrl | null {
  const parsed = URL.parse(url, HERE);
  if (!parsed || !SCHEMES.includes(parsed.protocol)) return null;
  return { href: url, isOwn: parsed.origin === HERE && !URL.canParse(url) };
}
