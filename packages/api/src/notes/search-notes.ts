import type { Note } from "@knote/contract";
import { LIMITS } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { NoteSelection } from "../ports/note-store.ts";
import type { KeywordHit } from "../ports/search-index.ts";
import { parseKeywordQuery } from "../search/keyword-query.ts";
import type { NotePage } from "./list-notes.ts";
import { noteView } from "./note-view.ts";

const BATCH = 500;

export interface NoteSearch {
  readonly q: string;
  readonly selection: NoteSelection;
  readonly states: DerivedStates;
  readonly cursor: string | undefined;
}

/** A page of the best 1,000 matches. */
export async function searchPage(
  ctx: ServiceContext,
  search: NoteSearch & { readonly limit: number },
): Promise<NotePage> {
  // Without a cursor, no more than this page and a look ahead need be ranked.
  const depth = search.cursor === undefined ? Math.min(search.limit + 1, LIMITS.searchDepth) : LIMITS.searchDepth;
  const hits = await matches(ctx, search, depth);
  const start = startOf(hits, search.cursor);
  const page = hits.slice(start, start + search.limit);
  const last = page.at(-1);
  const next = hits.length > start + search.limit && last ? encodeCursor([start + page.length, last.id]) : null;
  return { notes: await views(ctx, page, search.states), next };
}

/** All matches, best first, in batches. */
export async function* searchNotes(ctx: ServiceContext, search: NoteSearch): AsyncGenerator<Note[]> {
  const hits = await matches(ctx, search);
  for (let start = startOf(hits, search.cursor); start < hits.length; start += BATCH)
    yield await views(ctx, hits.slice(start, start + BATCH), search.states);
}

/** Notes that match all words or, when there is none, any. */
async function matches(ctx: ServiceContext, search: NoteSearch, depth?: number): Promise<KeywordHit[]> {
  const query = parseKeywordQuery(search.q);
  if (query === null) return [];
  const { userId } = ctx.actor;
  const all = await ctx.storage.keywords.search(userId, query, search.selection, depth);
  if (all.length > 0 || query.units.length === 1) return all;
  return await ctx.storage.keywords.search(userId, { ...query, match: "any" }, search.selection, depth);
}

/** Where the page after the cursor's begins; by count when its last hit is gone, as scores move with every note. */
function startOf(hits: readonly KeywordHit[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [shown, id] = decodeCursor(cursor, ["number", "string"]) as [number, string];
  const index = hits.findIndex((hit) => hit.id === id);
  return index >= 0 ? index + 1 : Math.max(0, shown - 1);
}

async function views(ctx: ServiceContext, hits: readonly KeywordHit[], states: DerivedStates): Promise<Note[]> {
  const notes = new Map<string, Note>();
  for (const note of await ctx.storage.notes.getMany(
    ctx.actor.userId,
    hits.map((hit) => hit.id),
  ))
    notes.set(note.id, noteView(note, states));
  return hits.flatMap((hit) => notes.get(hit.id) ?? []);
}
