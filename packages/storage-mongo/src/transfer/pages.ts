import type { mongo } from "mongoose";

/** Yields a cursor's documents page by page; each page is read when the previous one was taken. */
export async function* pages<Row, Record>(
  cursor: mongo.FindCursor<Row>,
  size: number,
  recordOf: (row: Row) => Record,
): AsyncGenerator<Record[]> {
  let page: Record[] = [];
  for await (const row of cursor.batchSize(size)) {
    page.push(recordOf(row));
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
