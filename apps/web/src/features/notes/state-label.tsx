import type { NoteState } from "@knote/contract";
import { STATE_NAMES } from "./note-types.ts";

/** The name of the state; nothing for active notes. */
export function StateLabel({
  state,
  className = "text-xs",
}: {
  readonly state: NoteState;
  readonly className?: string;
}) {
  if (state === "active") return null;
  return (
    <span className={`${className} ${state === "contested" ? "text-contradicts" : "text-muted"}`}>
      {STATE_NAMES[state]}
    </span>
  );
}
