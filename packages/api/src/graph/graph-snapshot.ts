import type { GraphLink, GraphNode, GraphPiece, GraphSnapshotInput, Link } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { isAboutNotes } from "../activity/events.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { stateOf } from "../kit/state-of.ts";
import { streamLinks } from "../links/list-links.ts";
import type { LoggedEvent } from "../ports/activity-log.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { NoteOutline, NotePosition } from "../ports/note-store.ts";

const BATCH = 1_000;
/** After more events than this the whole graph is read, as the links of each changed note take a read of their own. */
const MOST_EVENTS = 200;

/**
 * Streams the caller's graph without contents. With `since`, the `version` of an earlier snapshot, streams only the
 * changes after it, when the activity still has them and they are few. A concurrent write may be included or not: its
 * event comes after `version`, so the next snapshot has it. A link can lead to a note that is too new for the snapshot.
 */
export async function* graphSnapshot(
  ctx: ServiceContext,
  { since }: GraphSnapshotInput,
): AsyncGenerator<GraphPiece, void> {
  // Read first, because an event is logged after its write.
  const events = await ctx.storage.activity.latest(ctx.actor.userId, since === undefined ? 1 : MOST_EVENTS + 1);
  const changed = since === undefined ? null : changedNotes(events, since);
  yield { version: events[0]?.id ?? null, changed };
  if (changed?.length === 0) return;
  const states = await ctx.storage.links.states(ctx.actor.userId);
  yield* inTurns(changed === null ? wholeGraph(ctx, states) : changesOf(ctx, states, changed));
}

/** Returns the notes that changed after the event `since`; null when events are missing, too many or name no notes. */
function changedNotes(events: readonly LoggedEvent[], since: string): string[] | null {
  const later = events.findIndex(({ id }) => id === since);
  if (later < 0) return null;
  const ids = new Set<string>();
  for (const { event } of events.slice(0, later)) {
    if (event.type === "import_progress") return null;
    if (!isAboutNotes(event)) continue;
    if (event.note_ids === undefined) return null;
    for (const id of event.note_ids) ids.add(id);
  }
  return [...ids];
}

/** Yields to other work between pieces: engines can answer synchronously, and a long read would block everyone. */
async function* inTurns<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece, void> {
  for await (const piece of pieces) {
    yield piece;
    await nextTurn();
  }
}

async function* wholeGraph(ctx: ServiceContext, states: DerivedStates): AsyncGenerator<GraphPiece, void> {
  for (let after: NotePosition | undefined; ;) {
    const page = { limit: BATCH, ...(after && { after }) };
    const outlines = await ctx.storage.notes.outlines(ctx.actor.userId, page);
    if (outlines.length > 0) yield { nodes: outlines.map((note) => graphNode(note, states)) };
    if (outlines.length < BATCH) break;
    after = outlines.at(-1);
  }
  for await (const links of streamLinks(ctx, {})) yield { links: links.map(graphLink) };
}

async function* changesOf(
  ctx: ServiceContext,
  states: DerivedStates,
  ids: readonly string[],
): AsyncGenerator<GraphPiece, void> {
  const { notes, links } = ctx.storage;
  const liveNotes = await notes.getMany(ctx.actor.userId, ids);
  yield { nodes: liveNotes.map((note) => graphNode(note, states)) };
  for (const { id } of liveNotes) {
    for (let after: string | null | undefined; after !== null;) {
      const page = await links.ofNote(ctx.actor.userId, id, { limit: BATCH, after });
      if (page.links.length > 0) yield { links: page.links.map(graphLink) };
      after = page.next;
    }
  }
  yield* statesInPieces(states);
}

function* statesInPieces({ superseded, contested }: DerivedStates): Generator<GraphPiece, void> {
  let piece: [id: string, state: "superseded" | "contested"][] = [];
  for (const [state, ids] of [["contested", contested] as const, ["superseded", superseded] as const]) {
    for (const id of ids) {
      if (state === "contested" && superseded.has(id)) continue;
      piece.push([id, state]);
      if (piece.length < BATCH) continue;
      yield { states: piece };
      piece = [];
    }
  }
  if (piece.length > 0) yield { states: piece };
}

function graphNode(note: NoteOutline, states: DerivedStates): GraphNode {
  const { id, title, note_type, tags, importance, created_at } = note;
  return { id, title, note_type, state: stateOf(note, states), tags: [...tags], importance, created_at };
}

function graphLink({ source_id, target_id, relation }: Link): GraphLink {
  return { source_id, target_id, relation };
}
