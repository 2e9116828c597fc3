import type { Note } from "@knote/contract";
import { LIMITS } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { findMatches, type Matches, type MatchSearch } from "./find-matches.ts";
import { noteView } from "./note-view.ts";

export interface NotePage {
  readonly notes: Note[];
  /** Where the next page starts; null at the end. */
  readonly next: string | null;
  /** The search whose matches these are; only where nothing matched it as typed. */
  readonly correction?: string;
}

const BATCH = 500;
/** Ids of the last shown notes in a cursor: some of these notes may be gone when the next page is requested. */
const CURSOR_IDS = 5;

export interface NoteSearch extends MatchSearch {
  readonly states: DerivedStates;
  readonly cursor: string | undefined;
  /** Sorts by newest instead of best match. */
  readonly newestFirst: boolean;
}

/** Returns a page of the best 1,000 matches, or of all matches when sorted by newest. */
export async function searchPage(
  ctx: ServiceContext,
  search: NoteSearch & { readonly limit: number },
): Promise<NotePage> {
  if (search.newestFirst) {
    const { ids, correction } = await newestMatches(ctx, search);
    const page = ids.slice(0, search.limit);
    const next = ids.length > search.limit ? encodeCursor([page.at(-1)!]) : null;
    return { notes: await views(ctx, page, search.states), next, ...(correction !== null && { correction }) };
  }
  // Without a cursor, only this page and one more match need to be ranked.
  const depth = search.cursor === undefined ? Math.min(search.limit + 1, LIMITS.searchDepth) : LIMITS.searchDepth;
  const { correction, ...matches } = await findMatches(ctx, search, depth);
  const ids = matches.ids.slice(0, LIMITS.searchDepth);
  const start = startOf(ids, search.cursor);
  const page = ids.slice(start, start + search.limit);
  const next = ids.length > start + search.limit ? placeAfter(ids.slice(0, start + page.length)) : null;
  return { notes: await views(ctx, page, search.states), next, ...(correction !== null && { correction }) };
}

/** Yields all matches as stored, in order and in batches. `onMatches` is called with all of them before the first batch. */
export async function* searchNotes(
  ctx: ServiceContext,
  search: NoteSearch,
  onMatches: (matches: Matches) => void,
): AsyncGenerator<StoredNote[]> {
  const matches = search.newestFirst ? await newestMatches(ctx, search) : await findMatches(ctx, search);
  onMatches(matches);
  const { ids } = matches;
  const first = search.newestFirst ? 0 : startOf(ids, search.cursor);
  for (let start = first; start < ids.length; start += BATCH)
    yield await notesInOrder(ctx, ids.slice(start, start + BATCH));
}

/** Returns matches by newest. Ids sort by creation time, so the last shown id says where the next page starts. */
async function newestMatches(ctx: ServiceContext, search: NoteSearch): Promise<Matches> {
  const after = search.cursor === undefined ? null : (decodeCursor(search.cursor, ["string"])[0] as string);
  const { ids, correction } = await findMatches(ctx, search);
  const older = ids.filter((id) => after === null || id < after);
  return { ids: older.sort().toReversed(), correction };
}

function placeAfter(shownIds: readonly string[]): string {
  return encodeCursor([shownIds.length, shownIds.slice(-CURSOR_IDS).toReversed().join("~")]);
}

/**
 * Returns where the next page begins: after the last shown note that is still listed. When all notes of the cursor are
 * gone, falls back to the count; then some notes may be shown again, as scores change with every write.
 */
function startOf(matchIds: readonly string[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [shownCount, lastIds] = decodeCursor(cursor, ["number", "string"]) as [number, string];
  const ids = lastIds.split("~");
  const places = new Map(matchIds.map((id, place) => [id, place]));
  const last = ids.find((id) => places.has(id));
  return last === undefined ? Math.max(0, shownCount - ids.length) : places.get(last)! + 1;
}

async function notesInOrder(ctx: ServiceContext, ids: readonly string[]): Promise<StoredNote[]> {
  const notes = await getNotes(ctx, ids);
  return ids.flatMap((id) => notes.get(id) ?? []);
}

async function views(ctx: ServiceContext, ids: readonly string[], states: DerivedStates): Promise<Note[]> {
  return (await notesInOrder(ctx, ids)).map((note) => noteView(note, states));
}
