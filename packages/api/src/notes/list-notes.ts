import type { ListNotesInput, Note, NoteState } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { NotePosition, NoteSelection, StateSelection } from "../ports/note-store.ts";
import { foldTag } from "../text/analyze.ts";
import { noteView } from "./note-view.ts";
import { type NotePage, searchNotes, searchPage } from "./search-notes.ts";

/** Notes per page when the caller sets no limit. */
const DEFAULT_PAGE = 100;
const BATCH = 500;

/** Returns a page of the caller's notes: newest first; with `q` best match first, unless sorted by newest. */
export async function listNotes(ctx: ServiceContext, input: ListNotesInput): Promise<NotePage> {
  const limit = input.limit ?? DEFAULT_PAGE;
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const selection = noteSelection(input, states);
  if (isSearch(input)) return await searchPage(ctx, { ...searchOf(input), selection, states, limit });
  const after = input.cursor === undefined ? undefined : position(input.cursor);
  const notes = await ctx.storage.notes.list(ctx.actor.userId, selection, {
    limit: limit + 1,
    ...(after && { after }),
  });
  const page = notes.slice(0, limit);
  const last = page.at(-1);
  const next = notes.length > limit && last ? encodeCursor([last.created_at, last.id]) : null;
  return { notes: page.map((note) => noteView(note, states)), next };
}

/** Yields all of the caller's notes in the order of `listNotes`, in batches, so that a long list blocks nobody. */
export async function* streamNotes(ctx: ServiceContext, input: ListNotesInput): AsyncGenerator<Note[]> {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const selection = noteSelection(input, states);
  if (isSearch(input)) {
    yield* searchNotes(ctx, { ...searchOf(input), selection, states });
    return;
  }
  let after = input.cursor === undefined ? undefined : position(input.cursor);
  for (;;) {
    const batch = await ctx.storage.notes.list(ctx.actor.userId, selection, { limit: BATCH, ...(after && { after }) });
    if (batch.length > 0) yield batch.map((note) => noteView(note, states));
    const last = batch.at(-1);
    if (batch.length < BATCH || !last) return;
    after = { created_at: last.created_at, id: last.id };
  }
}

/** Converts the filters of a list into a selection. */
function noteSelection(
  input: Pick<ListNotesInput, "note_type" | "tag" | "state">,
  states: DerivedStates,
): NoteSelection {
  return {
    ...(input.note_type && { noteTypes: input.note_type }),
    ...(input.tag && { tags: input.tag.map(foldTag) }),
    ...(input.state && { states: stateSelection(new Set(input.state), states) }),
  };
}

function stateSelection(wantedStates: ReadonlySet<NoteState>, states: DerivedStates): StateSelection {
  const contestedOnly = new Set([...states.contested].filter((id) => !states.superseded.has(id)));
  const archived = wantedStates.has("archived");
  const idsOfStates = (take: boolean) => [
    ...(wantedStates.has("superseded") === take ? states.superseded : []),
    ...(wantedStates.has("contested") === take ? contestedOnly : []),
  ];
  return {
    archived,
    others: wantedStates.has("active") ? { except: new Set(idsOfStates(false)) } : { only: new Set(idsOfStates(true)) },
  };
}

function isSearch(input: ListNotesInput): input is ListNotesInput & { q: string } {
  return input.q !== undefined && input.q.trim() !== "";
}

function searchOf({ q, sort, cursor }: ListNotesInput & { q: string }) {
  return { q, cursor, newestFirst: sort === "newest" };
}

function position(cursor: string): NotePosition {
  const [created_at, id] = decodeCursor(cursor, ["string", "string"]) as [string, string];
  return { created_at, id };
}
