import { nextTurn } from "../kit/in-turns.ts";
import { STANCES_AT_ONCE, type StanceEntry, type StanceStore } from "../ports/stance-store.ts";

/** Yields the entries of all notes of a user, page by page. The entries of one note come one after another. */
export async function* stancePages(stances: StanceStore, userId: string): AsyncGenerator<StanceEntry[]> {
  for (let after: string | null | undefined; after !== null;) {
    const page = await stances.list(userId, { limit: STANCES_AT_ONCE, ...(after !== undefined && { after }) });
    if (page.entries.length > 0) yield page.entries;
    after = page.next;
    if (after !== null) await nextTurn();
  }
}

/** Yields the log of each note that has one, oldest entry first. */
export async function* stanceLogs(stances: StanceStore, userId: string): AsyncGenerator<StanceEntry[]> {
  let log: StanceEntry[] = [];
  for await (const entries of stancePages(stances, userId)) {
    for (const entry of entries) {
      if (log.length > 0 && log[0]!.noteId !== entry.noteId) {
        yield log;
        log = [];
      }
      log.push(entry);
    }
  }
  if (log.length > 0) yield log;
}
