import type { NoteState } from "@knote/contract";
import type { DerivedStates } from "../ports/link-store.ts";

/** Returns the state of a note: `archived` as set by its owner, otherwise derived from links. */
export function stateOf(
  note: { readonly id: string; readonly archived: boolean },
  states: Pick<DerivedStates, "superseded" | "contested">,
): NoteState {
  if (note.archived) return "archived";
  if (states.superseded.has(note.id)) return "superseded";
  return states.contested.has(note.id) ? "contested" : "active";
}
