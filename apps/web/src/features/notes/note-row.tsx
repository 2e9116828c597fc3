import type { Note } from "@knote/contract";
import { Highlight } from "../../kit/ui/highlight.tsx";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import { excerptOf } from "./excerpt.ts";
import { NoteEdge } from "./note-edge.tsx";
import { NoteLink } from "./note-link.tsx";
import { isSetAside } from "./note-types.ts";
import { StateLabel } from "./state-label.tsx";
import { TagLink } from "./tag-link.tsx";
import { TypeIcon } from "./type-icon.tsx";

export const NOTE_ROW_HEIGHT = 60;

type ShownNote = Pick<Note, "id" | "title" | "content" | "note_type" | "state" | "tags" | "created_at">;

/** A note in a list: two dense lines. */
export function NoteRow({ note, query = "" }: { readonly note: ShownNote; readonly query?: string }) {
  const { id, title, content, note_type: type, state, tags, created_at: createdAt } = note;
  return (
    <div className="relative flex min-h-[60px] flex-col justify-center border-b border-line px-4 py-2 hover:bg-hover has-[a.note:focus-visible]:outline-2 has-[a.note:focus-visible]:-outline-offset-2">
      <NoteEdge type={type} state={state} />
      <span className="flex items-baseline gap-2">
        <TypeIcon type={type} size={10} />
        {/* The whole row opens the note, except for its tags. */}
        <NoteLink
          id={id}
          className={`note line-clamp-2 font-medium outline-none after:absolute after:inset-0 sm:line-clamp-1 ${isSetAside(state) ? "text-muted" : ""} ${state === "superseded" ? "line-through" : ""}`}
        >
          <Highlight text={title} query={query} />
        </NoteLink>
        <StateLabel state={state} className="shrink-0 text-xs" />
        <RelativeTime at={createdAt} className="ml-auto hidden shrink-0 text-xs text-muted sm:inline" />
      </span>
      <span className="flex gap-2 pl-[18px] text-sm text-muted">
        <span className="min-w-0 flex-1 truncate">
          {content !== title && <Highlight text={excerptOf(content, query)} query={query} />}
        </span>
        {tags.length > 0 && (
          <span className="relative hidden max-w-[40%] shrink-0 gap-1.5 overflow-hidden sm:flex">
            {tags.map((tag) => (
              <TagLink key={tag} tag={tag} className="truncate hover:text-text hover:underline" />
            ))}
          </span>
        )}
      </span>
    </div>
  );
}
