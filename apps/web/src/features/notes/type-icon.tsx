import type { NoteType } from "@knote/contract";
import { NOTE_TYPE_LOOKS } from "./note-types.ts";

/** The type's shape in its colour. */
export function TypeIcon({ type, size = 12 }: { readonly type: NoteType; readonly size?: number }) {
  const { name, colour, shape } = NOTE_TYPE_LOOKS[type];
  return (
    <svg role="img" aria-label={name} width={size} height={size} viewBox="0 0 12 12" className="shrink-0" fill={colour}>
      <path d={shape} />
    </svg>
  );
}

/** The type's shape and name. */
export function TypeLabel({ type }: { readonly type: NoteType }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted">
      <svg aria-hidden width={10} height={10} viewBox="0 0 12 12" fill={NOTE_TYPE_LOOKS[type].colour}>
        <path d={NOTE_TYPE_LOOKS[type].shape} />
      </svg>
      {NOTE_TYPE_LOOKS[type].name}
    </span>
  );
}
