import type { ListNotesInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { openPast, readAsOf } from "../links/open-past.ts";
import { pastNotes } from "../past/past-notes.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { newestFirst, type NotePosition, type NoteSelection, positionAt } from "../ports/note-store.ts";
import type { KeywordQuery } from "../text/keyword-query.ts";
import { type NoteBatch, noteCursorPlace } from "./batch-page.ts";
import { dropExcluded } from "./drop-excluded.ts";
import { isSelected } from "../kit/is-selected.ts";
import { selectNotes } from "./select-notes.ts";

/** Least number of notes that are read at a time when filters leave some out. */
const BATCH = 500;
/** Most notes that one page reads, when filters leave most of them out; the page is then short. */
export const MOST_PAST_READ = 2_000;

/** What a list of a past time is to contain, and the order's beginning. */
export interface PastList {
  readonly at: string;
  readonly states: DerivedStates;
  readonly selection: NoteSelection;
  /** Searched for in `searchContext`. */
  readonly exclusions: KeywordQuery | null;
  readonly searchContext: ServiceContext;
  readonly cursor: string | undefined;
}

/** Opens a list without a search. Filters apply to what was then. */
export async function openPastList(
  ctx: ServiceContext,
  input: ListNotesInput & { readonly as_of: string },
): Promise<PastList> {
  const { at, states } = await openPast(ctx, readAsOf(ctx, input.as_of));
  const selection = selectNotes(input, states);
  return { at, states, selection, exclusions: null, searchContext: ctx, cursor: input.cursor };
}

/** Yields the caller's notes as they were at the time, newest first. */
export async function* pastBatches(ctx: ServiceContext, list: PastList, leastSize: number): AsyncGenerator<NoteBatch> {
  const { at, selection, exclusions, searchContext } = list;
  const hasFilters = Object.keys(selection).length > 0 || exclusions !== null;
  const size = hasFilters ? Math.max(BATCH, leastSize) : leastSize;
  for (let start = beginningOf(list); ;) {
    const notes = await ctx.storage.notes.list(ctx.actor.userId, {}, { limit: size, after: start });
    const last = notes.at(-1);
    if (last === undefined) return;
    const selectedNotes = (await pastNotes(ctx, notes, at)).filter((note) => isSelected(note, selection));
    const ids = selectedNotes.map(({ id }) => id);
    const keptIds = new Set(await dropExcluded(searchContext, exclusions, ids));
    yield { notes: selectedNotes.filter(({ id }) => keptIds.has(id)), readCount: notes.length, last };
    if (notes.length < size) return;
    start = last;
  }
}

function beginningOf({ at, cursor }: PastList): NotePosition {
  const place = noteCursorPlace(cursor);
  const beginning = positionAt(at);
  return place !== undefined && newestFirst(beginning, place) < 0 ? place : beginning;
}
