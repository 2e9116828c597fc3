import { countOf } from "../../kit/count-of.ts";
import type { ActivityEvent } from "@knote/contract";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NoteLink } from "../notes/note-link.tsx";
import { RelationBadge } from "../notes/relation-badge.tsx";
import { TypeLabel } from "../notes/type-icon.tsx";

/** Describes an event in words, with links to its notes. */
export function SentenceOf({ event }: { readonly event: ActivityEvent }): ReactNode {
  switch (event.type) {
    case "note_created":
      return (
        <>
          <Title id={event.note_ids?.[0]}>{event.data.title}</Title>
          <div>
            <TypeLabel type={event.data.note_type} />
          </div>
        </>
      );
    case "note_linked":
      return (
        <div className="flex flex-col items-start gap-0.5">
          <Title id={event.note_ids?.[0]}>{event.data.source}</Title>
          <RelationBadge relation={event.data.relation} />
          <Title id={event.note_ids?.[1]}>{event.data.target}</Title>
        </div>
      );
    case "note_deleted":
      return (
        <>
          <MutedText>Deleted</MutedText> <span className="line-through">{event.data.title}</span>
        </>
      );
    case "note_updated":
    case "note_restored":
    case "note_unlinked":
      return (
        <>
          <MutedText>{EVENT_VERBS[event.type]}</MutedText> <Title id={event.data.id}>{event.data.title}</Title>
        </>
      );
    case "recall_query":
      return (
        <>
          <MutedText>Asked</MutedText>{" "}
          <Link to="/ask" search={{ q: event.data.query }} className="hover:underline">
            {event.data.query}
          </Link>
        </>
      );
    case "model_used":
      return <MutedText>Answered by {event.data.model}</MutedText>;
    case "quota_warning":
      return (
        <>
          {event.data.used} of {event.data.limit} <MutedText>questions used this month.</MutedText>
        </>
      );
    case "import_progress":
      return <ImportSummary {...event.data} />;
    case "webhook_failing":
    case "webhook_stopped":
      return event.data.title;
  }
}

const EVENT_VERBS = {
  note_updated: "Changed",
  note_restored: "Restored",
  note_unlinked: "Removed a link from",
} as const;

/** Links to the note, unless the event comes from an earlier release, which stored no id. */
function Title({ id, children }: { readonly id: string | undefined; readonly children: string }) {
  if (id === undefined) return children;
  return (
    <NoteLink id={id} className="hover:underline">
      {children}
    </NoteLink>
  );
}

function ImportSummary(data: Extract<ActivityEvent, { type: "import_progress" }>["data"]) {
  const parts = [
    [data.created, countOf(data.created, "note stored", "notes stored")],
    [data.linked, countOf(data.linked, "link created", "links created")],
    [data.exists, countOf(data.exists, "already here", "already here")],
    [data.failed, countOf(data.failed, "refused", "refused")],
  ] as const;
  return (
    <>
      <MutedText>Imported:</MutedText>{" "}
      {parts
        .filter(([many]) => many > 0)
        .map(([, text]) => text)
        .join(", ")}
    </>
  );
}

function MutedText({ children }: { readonly children: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}
