/** Removes what stores handle differently from a provider's text: NUL and lone surrogates. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
