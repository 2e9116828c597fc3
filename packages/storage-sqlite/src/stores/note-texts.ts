import type { DatabaseSync } from "node:sqlite";
import { nextTurn, type NoteText } from "@knote/api";

const PAGE = 500;

/** Yields the texts of all users' live notes, page by page: everything that would be embedded. */
export async function* noteTexts(db: DatabaseSync): AsyncGenerator<NoteText> {
  const page = db.prepare(
    "SELECT seq, title, content FROM notes WHERE deleted_at IS NULL AND seq > ? ORDER BY seq LIMIT ?",
  );
  for (let last = 0; ;) {
    // Safe because these are the columns of the statement.
    const rows = page.all(last, PAGE) as unknown as (NoteText & { readonly seq: number })[];
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.seq;
    await nextTurn();
  }
}
