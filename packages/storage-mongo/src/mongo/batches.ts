/** So many ids stand in one query: fewer than any server refuses, enough that most calls are one. */
const IDS_AT_ONCE = 300;

/** Distinct ids in batches that one query takes. */
export function idBatches(ids: Iterable<string>): string[][] {
  const distinct = [...new Set(ids)];
  const batches: string[][] = [];
  for (let start = 0; start < distinct.length; start += IDS_AT_ONCE)
    batches.push(distinct.slice(start, start + IDS_AT_ONCE));
  return batches;
}

/** What each batch of ids gives, one after another's start, together. */
export async function inBatches<T>(ids: Iterable<string>, ask: (ids: string[]) => Promise<T[]>): Promise<T[]> {
  return (await Promise.all(idBatches(ids).map(ask))).flat();
}
