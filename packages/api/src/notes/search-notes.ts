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
/** Of what was shown last, a place in the list names so many: some of them may be gone when it is asked for. */
const NAMED = 5;

export interface NoteSearch {
  readonly q: string;
  readonly selection: NoteSelection;
  readonly states: DerivedStates;
  readonly cursor: string | undefined;
  /** Instead of best match first. */
  readonly newestFirst: boolean;
}

/** A page of the best 1,000 matches, or of all, newest first. */
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
  // Without a cursor, no more than this page and a look ahead need be ranked.
  const depth = search.cursor === undefined ? Math.min(search.limit + 1, LIMITS.searchDepth) : LIMITS.searchDepth;
  const ids = (await matches(ctx, search, depth)).slice(0, LIMITS.searchDepth);
  const start = startOf(ids, search.cursor);
  const page = ids.slice(start, start + search.limit);
  const next = ids.length > start + search.limit ? placeAfter(ids.slice(0, start + page.length)) : null;
  return { notes: await views(ctx, page, search.states), next };
}

/** All matches in their order, in batches. */
export async function* searchNotes(ctx: ServiceContext, search: NoteSearch): AsyncGenerator<Note[]> {
  const ids = search.newestFirst ? await newestMatches(ctx, search) : await matches(ctx, search);
  const first = search.newestFirst ? 0 : startOf(ids, search.cursor);
  for (let start = first; start < ids.length; start += BATCH)
    yield await views(ctx, ids.slice(start, start + BATCH), search.states);
}

/** Ids sort by when their notes were written, so the last id that was shown says where the next page starts. */
async function newestMatches(ctx: ServiceContext, search: NoteSearch): Promise<string[]> {
  const after = search.cursor === undefined ? null : (decodeCursor(search.cursor, ["string"])[0] as string);
  const ids = await matches(ctx, search);
  return ids
    .filter((id) => after === null || id < after)
    .sort()
    .toReversed();
}

/**
 * Ids of the notes that have the title or begin with it, then of at least `depth` that match all words or, when there
 * is none of either, any.
 */
async function matches(ctx: ServiceContext, { q, selection }: NoteSearch, depth?: number): Promise<string[]> {
  const query = parseKeywordQuery(q);
  const { keywords } = ctx.storage;
  const { userId } = ctx.actor;
  const [titled, all] = await Promise.all([
    titledNotes(ctx, q, selection),
    query ? keywords.search(userId, query, selection, depth) : [],
  ]);
  const relaxed = query !== null && query.units.length > 1 && titled.length === 0 && all.length === 0;
  const hits = relaxed ? await keywords.search(userId, { ...query, match: "any" }, selection, depth) : all;
  return [...new Set([...titled, ...hits.map(({ id }) => id)])];
}

function placeAfter(shown: readonly string[]): string {
  return encodeCursor([shown.length, shown.slice(-NAMED).toReversed().join("~")]);
}

/**
 * Where the page after the cursor's begins: behind the last that was shown and is still there. By count when all that
 * are named are gone, as scores move with every note; then some may be shown again.
 */
function startOf(found: readonly string[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [shown, named] = decodeCursor(cursor, ["number", "string"]) as [number, string];
  const ids = named.split("~");
  const places = new Map(found.map((id, place) => [id, place]));
  const last = ids.find((id) => places.has(id));
  return last === undefined ? Math.max(0, shown - ids.length) : places.get(last)! + 1;
}

async function views(ctx: ServiceContext, ids: readonly string[], states: DerivedStates): Promise<Note[]> {
  const notes = new Map<string, Note>();
  for (const note of await ctx.storage.notes.getMany(ctx.actor.userId, ids)) notes.set(note.id, noteView(note, states));
  return ids.flatMap((id) => notes.get(id) ?? []);
}
