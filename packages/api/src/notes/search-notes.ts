import type { Note } from "@knote/contract";
import { LIMITS } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { NoteSelection } from "../ports/note-store.ts";
import { parseKeywordQuery } from "../text/keyword-query.ts";
import { noteView } from "./note-view.ts";
import { titledNotes } from "./titled-notes.ts";

export interface NotePage {
  readonly notes: Note[];
  /** Where the next page starts; null at the end. */
  readonly next: string | null;
}

const BATCH = 500;
/** Ids of the last shown notes in a cursor: some of these notes may be gone when the next page is requested. */
const CURSOR_IDS = 5;

export interface NoteSearch {
  readonly q: string;
  readonly selection: NoteSelection;
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
    const ids = await newestMatches(ctx, search);
    const page = ids.slice(0, search.limit);
    const next = ids.length > search.limit ? encodeCursor([page.at(-1)!]) : null;
    return { notes: await views(ctx, page, search.states), next };
  }
  // Without a cursor, only this page and one more match need to be ranked.
  const depth = search.cursor === undefined ? Math.min(search.limit + 1, LIMITS.searchDepth) : LIMITS.searchDepth;
  const ids = (await matches(ctx, search, depth)).slice(0, LIMITS.searchDepth);
  const start = startOf(ids, search.cursor);
  const page = ids.slice(start, start + search.limit);
  const next = ids.length > start + search.limit ? placeAfter(ids.slice(0, start + page.length)) : null;
  return { notes: await views(ctx, page, search.states), next };
}

/** Yields all matches in order, in batches. */
export async function* searchNotes(ctx: ServiceContext, search: NoteSearch): AsyncGenerator<Note[]> {
  const ids = search.newestFirst ? await newestMatches(ctx, search) : await matches(ctx, search);
  const first = search.newestFirst ? 0 : startOf(ids, search.cursor);
  for (let start = first; start < ids.length; start += BATCH)
    yield await views(ctx, ids.slice(start, start + BATCH), search.states);
}

/** Returns matches by newest. Ids sort by creation time, so the last shown id says where the next page starts. */
async function newestMatches(ctx: ServiceContext, search: NoteSearch): Promise<string[]> {
  const after = search.cursor === undefined ? null : (decodeCursor(search.cursor, ["string"])[0] as string);
  const ids = await matches(ctx, search);
  return ids
    .filter((id) => after === null || id < after)
    .sort()
    .toReversed();
}

/**
 * Returns ids of the notes whose title is the query or begins with it, then of up to `depth` notes that match all
 * words or, when both find none, any word.
 */
async function matches(ctx: ServiceContext, { q, selection }: NoteSearch, depth?: number): Promise<string[]> {
  const query = parseKeywordQuery(q);
  const { keywords } = ctx.storage;
  const { userId } = ctx.actor;
  const [titleMatches, all] = await Promise.all([
    titledNotes(ctx, q, selection),
    query ? keywords.search(userId, query, selection, depth) : [],
  ]);
  const isRelaxed = query !== null && query.units.length > 1 && titleMatches.length === 0 && all.length === 0;
  const hits = isRelaxed ? await keywords.search(userId, { ...query, match: "any" }, selection, depth) : all;
  return [...new Set([...titleMatches, ...hits.map(({ id }) => id)])];
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

async function views(ctx: ServiceContext, ids: readonly string[], states: DerivedStates): Promise<Note[]> {
  const notes = new Map<string, Note>();
  for (const note of await ctx.storage.notes.getMany(ctx.actor.userId, ids)) notes.set(note.id, noteView(note, states));
  return ids.flatMap((id) => notes.get(id) ?? []);
}
