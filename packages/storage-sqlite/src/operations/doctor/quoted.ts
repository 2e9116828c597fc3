/** Our own names as a list in SQL. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(", ");
}
