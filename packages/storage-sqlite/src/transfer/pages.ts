import type { Row } from "../stores/note-row.ts";

/** Yields rows page by page, reading each page on demand; an empty page is the end. */
export async function* pages<Position, Record>(
  read: (after: Position) => Row[],
  first: Position,
  positionOf: (row: Row) => Position,
  recordOf: (row: Row) => Record,
): AsyncGenerator<Record[]> {
  for (let after = first; ;) {
    const rows = read(after);
    if (rows.length === 0) return;
    yield rows.map(recordOf);
    after = positionOf(rows.at(-1)!);
  }
}
