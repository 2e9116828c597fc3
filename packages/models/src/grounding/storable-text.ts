/** A text of a provider without what no store keeps alike: NUL, and halves of characters. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
