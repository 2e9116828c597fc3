/** Returns the first sentence of a text, or its first line. */
export function firstSentence(text: string): string {
  const line = text
    .trim()
    .split(/\r?\n/, 1)[0]!
    .replace(/^[#>\-*\s]+/, "");
  return /^.{3,}?[.!?…](?=\s|$)/u.exec(line)?.[0].replace(/\.$/, "") || line;
}
