import { DAY_MS } from "@knote/contract";

const WORDS: Readonly<Record<string, string>> = {
  "notes:read": "read",
  "notes:write": "write",
  ask: "ask",
  webhooks: "manage webhooks",
};
const SOON_MS = 7 * DAY_MS;

/** `May read, write and ask` */
export function scopeWords(scopes: readonly string[]): string {
  const words = scopes.map((scope) => WORDS[scope] ?? scope);
  return `May ${new Intl.ListFormat("en", { type: "conjunction" }).format(words)}`;
}

/** Whether a token ends within a week. */
export function endsSoon(expiresAt: string | null, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - now <= SOON_MS;
}
