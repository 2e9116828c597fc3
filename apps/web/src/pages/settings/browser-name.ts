const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/\b(Headless)?Chrom(e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Returns a readable name for a browser from its user agent. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return "A browser";
  const nameFrom = (table: typeof BROWSERS) => table.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [nameFrom(BROWSERS), nameFrom(SYSTEMS)];
  if (!browser) return userAgent.slice(0, 60);
  return system ? `${browser} on ${system}` : browser;
}
