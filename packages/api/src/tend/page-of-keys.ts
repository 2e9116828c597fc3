import type { TendInput } from "@knote/contract";

interface KeyedEntry {
  readonly key: string;
}

/** Returns a page of entries, sorted by descending key. `next` is its last key: entries can come and go meanwhile. */
export function pageOfKeys<Entry extends KeyedEntry>(
  entries: readonly Entry[],
  { limit, cursor }: TendInput,
): { readonly page: Entry[]; readonly next: string | null } {
  const rest = cursor === undefined ? entries : entries.filter(({ key }) => key < cursor);
  const page = rest.slice(0, limit);
  return { page, next: rest.length > limit ? page.at(-1)!.key : null };
}

export function byKeyDescending(one: KeyedEntry, other: KeyedEntry): number {
  return one.key < other.key ? 1 : one.key > other.key ? -1 : 0;
}
