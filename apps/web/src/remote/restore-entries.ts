/** Returns the list with the entries of these ids restored: in place, or after the entry that preceded them. */
export function restoreEntries<Entry extends { readonly id: string }>(
  now: readonly Entry[],
  before: readonly Entry[],
  ids: ReadonlySet<string>,
): Entry[] {
  const list = [...now];
  for (const [index, entry] of before.entries()) {
    if (!ids.has(entry.id)) continue;
    const place = list.findIndex(({ id }) => id === entry.id);
    if (place >= 0) list[place] = entry;
    else list.splice(placeAfter(list, before.slice(0, index)), 0, entry);
  }
  return list;
}

/** Returns the index after the nearest of the earlier entries that is still in the list. */
function placeAfter(list: readonly { readonly id: string }[], earlier: readonly { readonly id: string }[]): number {
  const ids = new Set(list.map(({ id }) => id));
  const nearest = earlier.findLast(({ id }) => ids.has(id));
  return nearest ? list.findIndex(({ id }) => id === nearest.id) + 1 : 0;
}
