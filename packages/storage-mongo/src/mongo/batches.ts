/** Most ids in one query: fewer than any server refuses, enough that most calls need one query. */
const IDS_AT_ONCE = 300;

/** Splits distinct ids into batches that fit one query, or of at most `size`. */
export function idBatches(ids: Iterable<string>, size: number = IDS_AT_ONCE): string[][] {
  const distinct = [...new Set(ids)];
  const batches: string[][] = [];
  for (let start = 0; start < distinct.length; start += size) batches.push(distinct.slice(start, start + size));
  return batches;
}

/** Runs `ask` for all batches of ids at once and concatenates the results in order. */
export async function inBatches<T>(ids: Iterable<string>, ask: (ids: string[]) => Promise<T[]>): Promise<T[]> {
  return (await Promise.all(idBatches(ids).map(ask))).flat();
}
