import type { Proposal } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { beginTurn } from "../kit/in-turns.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { NotePosition, StoredNote } from "../ports/note-store.ts";
import { headVectors, NOTES_A_CALL } from "../tend/near-pairs.ts";
import { walkNotes } from "../tend/walk-notes.ts";
import { otherEnd } from "../recall/ranked-hit.ts";
import { type OpenProposal, proposalsNear } from "./near-proposals.ts";
import { proposalView } from "./proposal-view.ts";
import type { ProposalFilter } from "./proposal-filter.ts";
import { stands } from "./standing.ts";

/** Where the walk over the notes goes on. */
export interface WalkPlace {
  /** The last note whose proposals were all listed. */
  readonly after: NotePosition | undefined;
  /** The other note of the last proposal of the next note that was listed. */
  readonly shownId: string | null;
}

/** Lists what rules propose for the next few notes; `next` goes on even when they find nothing. */
export async function listByRule(
  ctx: ServiceContext,
  filter: ProposalFilter,
  { place, limit }: { readonly place: WalkPlace; readonly limit: number },
): Promise<{ proposals: Proposal[]; next: WalkPlace | null }> {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const notes = await nextNotes(ctx, filter, { states, after: place.after });
  const vectors = await headVectors(ctx, notes);
  const proposals = new Map<string, Proposal>();
  const turn = beginTurn();
  let { after, shownId } = place;
  for (const note of notes) {
    if (turn.isOver()) await turn.next();
    const near = await proposalsNear(ctx, note, vectors.get(note.id) ?? null);
    for (const one of afterShown(near, note, shownId)) {
      if (!filter.accepts(one.proposal)) continue;
      const view = proposalView(one.proposal, [one.pair.newer, one.pair.older]);
      if (proposals.has(view.key)) continue;
      if (proposals.size === limit) return { proposals: [...proposals.values()], next: { after, shownId } };
      proposals.set(view.key, view);
      shownId = otherOf(one, note);
    }
    [after, shownId] = [note, null];
  }
  const isEnd = filter.noteId !== undefined || notes.length < NOTES_A_CALL;
  return { proposals: [...proposals.values()], next: isEnd ? null : { after, shownId } };
}

async function nextNotes(
  ctx: ServiceContext,
  { noteId }: ProposalFilter,
  { states, after }: { readonly states: DerivedStates; readonly after: NotePosition | undefined },
): Promise<StoredNote[]> {
  if (noteId === undefined) return await walkNotes(ctx, states, { limit: NOTES_A_CALL, after });
  const note = await ctx.storage.notes.get(ctx.actor.userId, noteId);
  return note !== null && stands(note, states) ? [note] : [];
}

/** Leaves out what an earlier page has listed. Begins anew when the last of it was decided meanwhile. */
function afterShown(near: readonly OpenProposal[], note: StoredNote, shownId: string | null): readonly OpenProposal[] {
  return shownId === null ? near : near.slice(near.findIndex((one) => otherOf(one, note) === shownId) + 1);
}

function otherOf({ proposal }: OpenProposal, { id }: StoredNote): string {
  return otherEnd(id, proposal);
}
