const SCHEMES = ["http:", "https:", "mailto:"];
const HERE = "https://knote.invalid";

export interface SafeUrl {
  readonly href: string;
  /** Whether the link leads to this server, judged by the resolved URL and not by its first characters. */
  readonly isOwn: boolean;
}

/** Returns the URL if it leads to the web, to mail or to this server; null for anything that could run code. */
export function safeUrl(url: string): SafeUrl | null {
  const absoluteUrl = URL.parse(url, HERE);
  if (!absoluteUrl || !SCHEMES.includes(absoluteUrl.protocol)) return null;
  return { href: url, isOwn: absoluteUrl.origin === HERE && !URL.canParse(url) };
}
