import { beginTurn } from "../kit/in-turns.ts";

/** Places for each id: a third to two thirds of them stay free. */
const ROOM = 1.5;

/** Finds the place of an id in a list; a third of a `Map` in size. */
export type IdIndex = Int32Array;

/** Indexes ids that are all different. Yields to other work when there are many. */
export async function indexIds(ids: readonly string[]): Promise<IdIndex> {
  const index = new Int32Array(sizeFor(ids.length)).fill(-1);
  const turn = beginTurn();
  for (const [place, id] of ids.entries()) {
    if (place % 64 === 0 && turn.isOver()) await turn.next();
    insert(index, id, place);
  }
  return index;
}

/** Returns the index of `ids`, given that of some of them: `numbers` are their new places, null where they stay. */
export async function extendIndex(
  index: IdIndex,
  ids: readonly string[],
  { numbers, newPlaces }: { readonly numbers: Uint32Array | null; readonly newPlaces: ReadonlyMap<string, number> },
): Promise<IdIndex> {
  if (sizeFor(ids.length) > index.length) return await indexIds(ids);
  const extension = index.slice();
  for (let slot = 0; numbers !== null && slot < extension.length; slot++)
    if (extension[slot]! >= 0) extension[slot] = numbers[extension[slot]!]!;
  for (const [id, place] of newPlaces) insert(extension, id, place);
  return extension;
}

function sizeFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(ROOM * count + 2));
}

function insert(index: IdIndex, id: string, place: number): void {
  const last = index.length - 1;
  let slot = hash(id) & last;
  while (index[slot]! >= 0) slot = (slot + 1) & last;
  index[slot] = place;
}

/** Returns the place of `id`, or -1. */
export function placeOf(index: IdIndex, ids: readonly string[], id: string): number {
  const last = index.length - 1;
  for (let slot = hash(id) & last; ; slot = (slot + 1) & last) {
    const place = index[slot]!;
    if (place < 0 || ids[place] === id) return place;
  }
}

/** FNV-1a. Ids end in random digits, so the last sixteen tell them apart. */
function hash(id: string): number {
  let bits = 0x811c9dc5;
  for (let index = Math.max(0, id.length - 16); index < id.length; index++)
    bits = Math.imul(bits ^ id.charCodeAt(index), 0x01000193);
  return bits ^ (bits >>> 15);
}
