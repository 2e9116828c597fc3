const SCHEMES = ["http:", "https:", "mailto:"];
const HERE = "https://knote.invalid";

export interface SafeUrl {
  readonly href: string;
  /** Whether it leads to a place of this server, whatever its first characters look like. */
  readonly isOwn: boolean;
}

/** Where a link may lead: the web, mail, or a place here. Null for anything that could run. */
export function safeUrl(url: string): SafeUrl | null {
  const parsed = URL.parse(url, HERE);
  if (!parsed || !SCHEMES.includes(parsed.protocol)) return null;
  return { href: url, isOwn: parsed.origin === HERE && !URL.canParse(url) };
}
