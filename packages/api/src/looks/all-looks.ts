import { type Look, type LookKind, LOOKS_AT_ONCE, type LookStore } from "../ports/look-store.ts";

/** Yields all looks of a kind whose keys come after `after`, ordered by key. */
export async function* allLooks(
  looks: LookStore,
  userId: string,
  kind: LookKind,
  after?: string,
): AsyncGenerator<Look> {
  for (let place = after; ;) {
    const page = await looks.list(userId, kind, { limit: LOOKS_AT_ONCE, ...(place !== undefined && { after: place }) });
    yield* page;
    if (page.length < LOOKS_AT_ONCE) return;
    place = page.at(-1)!.key;
  }
}
