/** Cuts a text to a number of characters, marked by an ellipsis; never through a character. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most === 0) return "";
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

/** How many characters a value has as a model gets it. */
export function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
