import type { NoteState, NoteType } from "@knote/contract";
import { NOTE_TYPE_LOOKS } from "./note-types.ts";

/** The coloured edge of a note: its type's colour; for a contested note, half of it is the red of contradictions. */
export function NoteEdge({ type, state }: { readonly type: NoteType; readonly state: NoteState }) {
  const colour = state === "archived" ? "var(--field-line)" : NOTE_TYPE_LOOKS[type].colour;
  return (
    <svg
      aria-hidden
      className="absolute inset-y-0 left-0 h-full w-[3px]"
      preserveAspectRatio="none"
      viewBox="0 0 3 100"
    >
      <rect width="3" height="100" fill={colour} />
      {state === "contested" && <rect y="50" width="3" height="50" fill="var(--contradicts)" />}
      {state === "contested" && <path d="M0 46h3v8H0z" fill="var(--surface)" />}
    </svg>
  );
}
