import type { Note } from "@knote/contract";
import type { ReactNode } from "react";
import { excerptOf } from "./excerpt.ts";
import { NoteEdge } from "./note-edge.tsx";
import { NoteLink } from "./note-link.tsx";
import { StateLabel } from "./state-label.tsx";
import { TypeLabel } from "./type-icon.tsx";

/** A note as a card, with room for actions. */
export function NoteCard({
  note,
  children,
}: {
  readonly note: Pick<Note, "id" | "title" | "content" | "note_type" | "state">;
  readonly children?: ReactNode;
}) {
  return (
    <article className="relative overflow-hidden rounded-lg border border-line bg-surface py-3 pr-4 pl-5">
      <NoteEdge type={note.note_type} state={note.state} />
      <div className="flex items-center justify-between">
        <TypeLabel type={note.note_type} />
        <StateLabel state={note.state} />
      </div>
      <NoteLink id={note.id} className="mt-1 block font-medium hover:underline">
        {note.title}
      </NoteLink>
      <p className="mt-1 line-clamp-3 text-sm text-muted">{excerptOf(note.content)}</p>
      {children && <div className="mt-3 flex flex-wrap gap-2">{children}</div>}
    </article>
  );
}
