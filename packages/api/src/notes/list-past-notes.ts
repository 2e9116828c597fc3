import type { ListNotesInput, Note } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { invalid } from "../errors.ts";
import { openPast, type Past, readAsOf } from "../links/open-past.ts";
import { pastNotes } from "../past/past-notes.ts";
import { newestFirst, type NotePosition, type NoteSelection, positionAt } from "../ports/note-store.ts";
import { type NoteBatch, batchPage, noteCursorPlace } from "./batch-page.ts";
import { isSelected } from "./is-selected.ts";
import { noteView } from "./note-view.ts";
import type { NotePage } from "./search-notes.ts";
import { selectNotes } from "./select-notes.ts";

const BATCH = 500;
/** Most notes that one page reads, when filters leave most of them out; the page is then short. */
const MOST_READ = 2_000;

type PastInput = ListNotesInput & { readonly as_of: string };

interface Reading {
  readonly past: Past;
  readonly selection: NoteSelection;
  readonly after: NotePosition;
}

/** Returns a page of the caller's notes as they were at the time, newest first. Filters apply to what was then. */
export async function listPastNotes(
  ctx: ServiceContext,
  input: PastInput & { readonly limit: number },
): Promise<NotePage> {
  const reading = await readInput(ctx, input);
  const hasFilters = Object.keys(reading.selection).length > 0;
  const size = hasFilters ? BATCH : input.limit + 1;
  const { notes, next } = await batchPage(batches(ctx, reading, size), { limit: input.limit, mostRead: MOST_READ });
  return { notes: notes.map((note) => noteView(note, reading.past.states)), next };
}

/** Yields all notes in the order of `listPastNotes`, in batches. */
export async function* streamPastNotes(ctx: ServiceContext, input: PastInput): AsyncGenerator<Note[]> {
  const reading = await readInput(ctx, input);
  for await (const { notes } of batches(ctx, reading, BATCH))
    if (notes.length > 0) yield notes.map((note) => noteView(note, reading.past.states));
}

async function readInput(ctx: ServiceContext, input: PastInput): Promise<Reading> {
  if (input.q !== undefined && input.q.trim() !== "")
    throw invalid("q", "q cannot be combined with as_of: a search knows the present texts only.");
  if (input.needs_review !== undefined)
    throw invalid("needs_review", "needs_review cannot be combined with as_of: of looks only the last ones are kept.");
  const place = noteCursorPlace(input.cursor);
  const past = await openPast(ctx, readAsOf(ctx, input.as_of));
  const beginning = positionAt(past.at);
  const isWithin = place !== undefined && newestFirst(beginning, place) < 0;
  return { past, selection: selectNotes(input, past.states), after: isWithin ? place : beginning };
}

async function* batches(
  ctx: ServiceContext,
  { past, selection, after }: Reading,
  size: number,
): AsyncGenerator<NoteBatch> {
  for (let start = after; ;) {
    const notes = await ctx.storage.notes.list(ctx.actor.userId, {}, { limit: size, after: start });
    const last = notes.at(-1);
    if (last === undefined) return;
    const notesThen = await pastNotes(ctx, notes, past.at);
    yield { notes: notesThen.filter((note) => isSelected(note, selection)), readCount: notes.length, last };
    if (notes.length < size) return;
    start = last;
  }
}
