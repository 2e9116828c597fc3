/** Returns `count` of the items, spread evenly over all of them; the same ones every time. */
export function takeEvenly<T>(items: readonly T[], count: number): T[] {
  if (count >= items.length) return [...items];
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]!);
}
