import type { ListNotesInput, Note } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { NotePosition, NoteSelection, StoredNote } from "../ports/note-store.ts";
import { readSearchText, type SearchText } from "../text/search-text.ts";
import { dropExcluded } from "./drop-excluded.ts";
import { noteView } from "./note-view.ts";
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
  const limit = input.limit ?? DEFAULT_PAGE;
  const order = await readOrder(ctx, input);
  if (order.search) {
    const page = await searchPage(ctx, { ...order.search, limit });
    if (page.correction !== undefined) tellCorrection(ctx, page.correction);
    return page;
  }
  const notes: StoredNote[] = [];
  let last: NotePosition | null = null;
  let readCount = 0;
  for await (const batch of batches(ctx, order, { size: limit + 1, after: startOf(input) })) {
    notes.push(...batch.notes);
    readCount += batch.readCount;
    last = batch.last;
    if (notes.length > limit || readCount >= MOST_READ) break;
    last = null;
  }
  const page = notes.slice(0, limit);
  const end = notes.length > limit ? page.at(-1)! : last;
  const next = end === null ? null : encodeCursor([end.created_at, end.id]);
  return { notes: page.map((note) => noteView(note, order.states)), next };
}

/** Yields all of the caller's notes in the order of `listNotes`, in batches, so that a long list blocks nobody. */
export async function* streamNotes(ctx: ServiceContext, input: ListNotesInput): AsyncGenerator<Note[]> {
  const order = await readOrder(ctx, input);
  if (order.search) {
    yield* searchNotes(ctx, order.search, (correction) => tellCorrection(ctx, correction));
    return;
  }
  for await (const { notes } of batches(ctx, order, { size: BATCH, after: startOf(input) }))
    if (notes.length > 0) yield notes.map((note) => noteView(note, order.states));
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
) {
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

/** Tells the caller of the search that was answered; percent-encoded, because a header is ASCII. */
function tellCorrection(ctx: ServiceContext, correction: string): void {
  ctx.setHeader?.("X-Search-Correction", encodeURIComponent(correction.toWellFormed()));
}

function startOf({ cursor }: ListNotesInput): NotePosition | undefined {
  if (cursor === undefined) return undefined;
  const [created_at, id] = decodeCursor(cursor, ["string", "string"]) as [string, string];
  return { created_at, id };
}
