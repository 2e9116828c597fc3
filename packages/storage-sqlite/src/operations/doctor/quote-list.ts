/** Returns names of our own as an SQL list; they are not escaped. */
export function quoteList(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(", ");
}
