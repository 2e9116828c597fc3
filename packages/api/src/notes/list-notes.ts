import type { ListNotesInput, Note } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { invalid } from "../errors.ts";
import { openGraph, type OpenGraph, readTime } from "../graph-then/open-graph.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { NotePosition, NoteSelection, StoredNote } from "../ports/note-store.ts";
import { readSearchText, type SearchText } from "../text/search-text.ts";
import { dropExcluded } from "./drop-excluded.ts";
import { noteView } from "./note-view.ts";
import { batchPage, noteCursorPlace, type NoteBatch } from "./batch-page.ts";
import { MOST_PAST_READ, openPastList, pastBatches, type PastList } from "./list-past-notes.ts";
import { type NotePage, type NoteSearch, searchNotes, searchPage } from "./search-notes.ts";
import { chooseByIds, type IdChoice, selectNotes, selectWithFilters } from "./select-notes.ts";

/** Notes per page when the caller sets no limit. */
const DEFAULT_PAGE = 100;
const BATCH = 500;
/** Most notes that one page reads, when a search excludes most of them; the page is then short. */
const MOST_READ = 10_000;

/** What a list is to contain. */
interface ListOrder {
  readonly text: SearchText;
  readonly states: DerivedStates;
  readonly selection: NoteSelection;
  /** Null without words to search for: then filters and exclusions apply to the whole list. */
  readonly search: NoteSearch | null;
}

/** Returns a page of the caller's notes: newest first; with words in `q` best match first, unless sorted by newest. */
export async function listNotes(ctx: ServiceContext, input: ListNotesInput): Promise<NotePage> {
  const { limit = DEFAULT_PAGE } = input;
  const list = await openList(ctx, input);
  if ("past" in list) return await pastPage(ctx, list.past, limit);
  const { graph, order } = list;
  if (order.search) {
    const page = await searchPage(graph.ctx, { ...order.search, limit });
    tellCorrection(ctx, page.correction ?? null);
    graph.tell(page.notes.map(({ id }) => id));
    return page;
  }
  graph.tell([]);
  const noteBatches = batches(ctx, order, { size: limit + 1, after: noteCursorPlace(input.cursor) });
  const { notes, next } = await batchPage(noteBatches, { limit, mostRead: MOST_READ });
  return { notes: notes.map((note) => noteView(note, order.states)), next };
}

/** Yields all of the caller's notes in the order of `listNotes`, in batches, so that a long list blocks nobody. */
export async function* streamNotes(ctx: ServiceContext, input: ListNotesInput): AsyncGenerator<Note[]> {
  const list = await openList(ctx, input);
  if ("past" in list) return yield* views(pastBatches(ctx, list.past, BATCH), list.past.states);
  const { graph, order } = list;
  if (order.search) {
    const matches = searchNotes(graph.ctx, order.search, ({ ids, correction }) => {
      tellCorrection(ctx, correction);
      graph.tell(ids);
    });
    for await (const notes of matches) yield notes.map((note) => noteView(note, order.states));
    return;
  }
  graph.tell([]);
  yield* views(batches(ctx, order, { size: BATCH, after: noteCursorPlace(input.cursor) }), order.states);
}

async function* views(noteBatches: AsyncIterable<NoteBatch>, states: DerivedStates): AsyncGenerator<Note[]> {
  for await (const { notes } of noteBatches) if (notes.length > 0) yield notes.map((note) => noteView(note, states));
}

async function pastPage(ctx: ServiceContext, past: PastList, limit: number): Promise<NotePage> {
  const noteBatches = pastBatches(ctx, past, limit + 1);
  const { notes, next } = await batchPage(noteBatches, { limit, mostRead: MOST_PAST_READ });
  return { notes: notes.map((note) => noteView(note, past.states)), next };
}

/** A list of a past time without words to search for, or any other list with the graph that it is of. */
type OpenList = { readonly past: PastList } | { readonly graph: OpenGraph; readonly order: ListOrder };

async function openList(ctx: ServiceContext, input: ListNotesInput): Promise<OpenList> {
  const { q = "", as_of, cursor } = input;
  if (as_of !== undefined && input.needs_review !== undefined)
    throw invalid("needs_review", "needs_review cannot be combined with as_of: of looks only the last ones are kept.");
  if (as_of !== undefined && q.trim() === "") return { past: await openPastList(ctx, { ...input, as_of }) };
  const graph = await openGraph(ctx, readTime(ctx, as_of));
  const order = await readOrder(graph.ctx, input);
  if (graph.at === null || order.search) return { graph, order };
  graph.tell([]);
  const { states, selection, text } = order;
  const { exclusions } = text;
  return { past: { at: graph.at, states, selection, exclusions, searchContext: graph.ctx, cursor } };
}

/** Yields the same notes as stored. */
export async function* streamStoredNotes(
  ctx: ServiceContext,
  input: ListNotesInput,
): AsyncGenerator<readonly StoredNote[]> {
  const order = await readOrder(ctx, input);
  if (order.search === null) {
    for await (const { notes } of batches(ctx, order, { size: BATCH, after: undefined })) yield notes;
    return;
  }
  yield* searchNotes(ctx, order.search, ({ correction }) => tellCorrection(ctx, correction));
}

async function readOrder(ctx: ServiceContext, input: ListNotesInput): Promise<ListOrder> {
  const { q = "", sort, cursor } = input;
  const text = readSearchText(q);
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const choice = await reviewChoice(ctx, input.needs_review);
  const narrow = (selection: NoteSelection) => (choice === null ? selection : chooseByIds(selection, choice));
  const selection = narrow(await selectWithFilters(ctx, input, { filters: text.filters, states }));
  const plainSelection = narrow(selectNotes(input, states));
  const search = { q, text, selection, plainSelection, states, cursor, newestFirst: sort === "newest" };
  const isWholeList = q.trim() === "" || (text.words.trim() === "" && text.narrows);
  return { text, states, selection, search: isWholeList ? null : search };
}

async function reviewChoice(ctx: ServiceContext, needsReview: boolean | undefined): Promise<IdChoice | null> {
  if (needsReview === undefined) return null;
  const { reviews } = await ctx.reviews.of(ctx.storage, ctx.actor.userId);
  return { areWanted: needsReview, ids: new Set(reviews.ids()) };
}

/** Yields the notes of the selection, newest first, without those that the search excludes. */
async function* batches(
  ctx: ServiceContext,
  { text, selection }: ListOrder,
  { size: leastSize, after }: { readonly size: number; readonly after: NotePosition | undefined },
): AsyncGenerator<NoteBatch> {
  const { userId } = ctx.actor;
  const size = text.exclusions === null ? leastSize : Math.max(leastSize, BATCH);
  for (let start = after; ;) {
    const batch = await ctx.storage.notes.list(userId, selection, { limit: size, ...(start && { after: start }) });
    const ids = batch.map(({ id }) => id);
    const keptIds = new Set(await dropExcluded(ctx, text.exclusions, ids));
    const last = batch.at(-1);
    if (!last) return;
    yield { notes: batch.filter(({ id }) => keptIds.has(id)), readCount: batch.length, last };
    if (batch.length < size) return;
    start = last;
  }
}

/** Tells the caller which other search was answered, if any; percent-encoded, because a header is ASCII. */
function tellCorrection(ctx: ServiceContext, correction: string | null): void {
  if (correction !== null) ctx.setHeader?.("X-Search-Correction", encodeURIComponent(correction.toWellFormed()));
}
