import type { TendInput } from "@knote/contract";

interface Keyed {
  readonly key: string;
}

/** A page of what is sorted by key, descending: `next` is the key of its last entry, so entries may come and go between pages. */
export function pageOfKeys<Entry extends Keyed>(
  entries: readonly Entry[],
  { limit, cursor }: TendInput,
): { readonly page: Entry[]; readonly next: string | null } {
  const rest = cursor === undefined ? entries : entries.filter(({ key }) => key < cursor);
  const page = rest.slice(0, limit);
  return { page, next: rest.length > limit ? page.at(-1)!.key : null };
}

export function byKeyDescending(one: Keyed, other: Keyed): number {
  return one.key < other.key ? 1 : one.key > other.key ? -1 : 0;
}
