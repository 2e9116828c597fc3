import { decodeCursor, encodeCursor } from "../cursor.ts";
import type { NotePosition, StoredNote } from "../ports/note-store.ts";

/** Notes of a list that were read together. */
export interface NoteBatch {
  /** Those that the list is to have. */
  readonly notes: readonly StoredNote[];
  /** How many notes were read for them. */
  readonly readCount: number;
  /** The last note that was read. */
  readonly last: NotePosition;
}

/** Collects a page from batches. When most of what is read is left out, it ends after `mostRead` notes and is short. */
export async function batchPage(
  batches: AsyncIterable<NoteBatch>,
  { limit, mostRead }: { readonly limit: number; readonly mostRead: number },
): Promise<{ readonly notes: StoredNote[]; readonly next: string | null }> {
  const notes: StoredNote[] = [];
  let last: NotePosition | null = null;
  let readCount = 0;
  for await (const batch of batches) {
    notes.push(...batch.notes);
    readCount += batch.readCount;
    last = batch.last;
    if (notes.length > limit || readCount >= mostRead) break;
    last = null;
  }
  const page = notes.slice(0, limit);
  const end = notes.length > limit ? page.at(-1)! : last;
  return { notes: page, next: end === null ? null : encodeCursor([end.created_at, end.id]) };
}

/** Parses the cursor of such a page. Throws INVALID for any other text. */
export function noteCursorPlace(cursor: string | undefined): NotePosition | undefined {
  if (cursor === undefined) return undefined;
  const [created_at, id] = decodeCursor(cursor, ["string", "string"]) as [string, string];
  return { created_at, id };
}
