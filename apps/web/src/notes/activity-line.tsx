import type { ActivityEvent } from "@knote/contract";
import type { ReactNode } from "react";
import { NoteLink } from "./note-link.tsx";
import { RelationBadge } from "./relation-badge.tsx";
import { TypeIcon } from "./type-icon.tsx";

/** One event in words. */
export function ActivityLine({ event }: { readonly event: ActivityEvent }): ReactNode {
  switch (event.type) {
    case "note_created":
      return (
        <span className="inline-flex items-baseline gap-2">
          <TypeIcon type={event.data.note_type} size={9} />
          {event.data.title}
        </span>
      );
    case "note_linked":
      return (
        <span className="flex flex-col">
          <span className="truncate">{event.data.source}</span>
          <span className="flex gap-2">
            <RelationBadge relation={event.data.relation} />
            <span className="truncate">{event.data.target}</span>
          </span>
        </span>
      );
    case "note_updated":
      return (
        <>
          <Said>Changed</Said>{" "}
          <NoteLink id={event.data.id} className="hover:underline">
            {event.data.title}
          </NoteLink>
        </>
      );
    case "note_restored":
      return (
        <>
          <Said>Restored</Said>{" "}
          <NoteLink id={event.data.id} className="hover:underline">
            {event.data.title}
          </NoteLink>
        </>
      );
    case "note_deleted":
      return (
        <>
          <Said>Deleted</Said> {event.data.title}
        </>
      );
    case "note_unlinked":
      return (
        <>
          <Said>Link removed from</Said> {event.data.title}
        </>
      );
    case "recall_query":
      return (
        <>
          <Said>Asked</Said> {event.data.query}
        </>
      );
    case "model_used":
      return <Said>Answered by {event.data.model}</Said>;
    case "quota_warning":
      return (
        <>
          {event.data.used} of {event.data.limit} <Said>questions of this month used</Said>
        </>
      );
    case "import_progress":
      return (
        <Said>
          {event.data.created} notes and {event.data.linked} links imported
        </Said>
      );
  }
}

function Said({ children }: { readonly children: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}
