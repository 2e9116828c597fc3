import type { mongo } from "mongoose";

/** Yields a cursor's documents page by page; each page is read when the previous one was taken. */
export async function* pages<Found, Record>(
  cursor: mongo.FindCursor<Found>,
  size: number,
  recordOf: (found: Found) => Record,
): AsyncGenerator<Record[]> {
  let page: Record[] = [];
  for await (const found of cursor.batchSize(size)) {
    page.push(recordOf(found));
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
