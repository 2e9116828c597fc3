import { type Holds, type ListDecisionsInput, STANCE_TYPES } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { stateOf } from "../kit/state-of.ts";
import { chooseByIds, stateSelection } from "../notes/select-notes.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { NoteSelection, StoredNote } from "../ports/note-store.ts";
import type { Reviews } from "../reviews/derive-reviews.ts";
import type { PresentReviews } from "../reviews/review-cache.ts";
import { dueIds } from "./due-decisions.ts";

/** Whether a note still holds: its state, else whether it needs review. */
export function holdsOf(note: StoredNote, { states, reviews }: PresentReviews): Holds {
  const state = stateOf(note, states);
  if (state !== "active") return state;
  return reviews.needsReview(note.id) ? "needs_review" : "stands";
}

/** Converts the parameters of a list of decisions into a selection. */
export async function selectDecisions(
  ctx: ServiceContext,
  { note_type, due, holds }: Pick<ListDecisionsInput, "note_type" | "due" | "holds">,
  { states, reviews }: PresentReviews,
): Promise<NoteSelection> {
  const ofTypes: NoteSelection = { noteTypes: note_type ?? STANCE_TYPES };
  const holding = holds === undefined ? ofTypes : selectByHolds(ofTypes, holds, { states, reviews });
  return due === undefined ? holding : chooseByIds(holding, { areWanted: due, ids: await dueIds(ctx) });
}

function selectByHolds(
  selection: NoteSelection,
  holds: Holds,
  { states, reviews }: { readonly states: DerivedStates; readonly reviews: Reviews },
): NoteSelection {
  const isActive = holds === "stands" || holds === "needs_review";
  const ofState = { ...selection, states: stateSelection(new Set([isActive ? "active" : holds]), states) };
  return isActive
    ? chooseByIds(ofState, { areWanted: holds === "needs_review", ids: new Set(reviews.ids()) })
    : ofState;
}
