import type { TendedNote } from "@knote/contract";
import { stateOf } from "../kit/state-of.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { StoredNote } from "../ports/note-store.ts";

/** Characters of the content on a card. */
const CARD_LENGTH = 600;

export function tendedNote(note: StoredNote, states: DerivedStates): TendedNote {
  const { id, title, content, note_type, created_at } = note;
  return {
    id,
    title,
    content: [...content.slice(0, 2 * CARD_LENGTH)].slice(0, CARD_LENGTH).join(""),
    note_type,
    state: stateOf(note, states),
    created_at,
  };
}
