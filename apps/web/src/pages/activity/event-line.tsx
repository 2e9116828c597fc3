import type { ActivityEvent } from "@knote/contract";
import { Link } from "@tanstack/react-router";
import {
  Bot,
  FileDown,
  Gauge,
  Link2,
  Link2Off,
  type LucideIcon,
  MessageCircleQuestion,
  Pencil,
  Plus,
  Trash2,
  Undo2,
} from "lucide-react";
import type { ReactNode } from "react";
import { NoteLink } from "../../notes/note-link.tsx";
import { RelationBadge } from "../../notes/relation-badge.tsx";
import { TypeLabel } from "../../notes/type-icon.tsx";
import { TitledNote } from "./titled-note.tsx";

const ICONS: Readonly<Record<ActivityEvent["type"], LucideIcon>> = {
  note_created: Plus,
  note_updated: Pencil,
  note_deleted: Trash2,
  note_restored: Undo2,
  note_linked: Link2,
  note_unlinked: Link2Off,
  recall_query: MessageCircleQuestion,
  model_used: Bot,
  import_progress: FileDown,
  quota_warning: Gauge,
};
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const count = new Intl.NumberFormat("en");

/** One event: what it was, what it was about, and when. */
export function EventLine({ event }: { readonly event: ActivityEvent }) {
  const Icon = ICONS[event.type];
  return (
    <li className="flex items-baseline gap-3 border-b border-line py-2.5 last:border-0">
      <Icon size={15} aria-hidden className="shrink-0 translate-y-0.5 text-muted" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <What event={event} />
      </div>
      <time dateTime={event.timestamp} className="text-xs whitespace-nowrap text-muted tabular-nums">
        {clock.format(new Date(event.timestamp))}
      </time>
    </li>
  );
}

function What({ event }: { readonly event: ActivityEvent }): ReactNode {
  switch (event.type) {
    case "note_created":
      return (
        <>
          <TitledNote title={event.data.title} />
          <div>
            <TypeLabel type={event.data.note_type} />
          </div>
        </>
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
          <Said>Deleted</Said> <span className="line-through">{event.data.title}</span>
        </>
      );
    case "note_linked":
      return (
        <div className="flex flex-col items-start gap-0.5">
          <TitledNote title={event.data.source} />
          <RelationBadge relation={event.data.relation} />
          <TitledNote title={event.data.target} />
        </div>
      );
    case "note_unlinked":
      return (
        <>
          <Said>Took a link from</Said>{" "}
          <NoteLink id={event.data.id} className="hover:underline">
            {event.data.title}
          </NoteLink>
        </>
      );
    case "recall_query":
      return (
        <>
          <Said>Asked</Said>{" "}
          <Link to="/ask" search={{ q: event.data.query }} className="hover:underline">
            {event.data.query}
          </Link>
        </>
      );
    case "model_used":
      return <Said>Answered by {event.data.model}</Said>;
    case "quota_warning":
      return (
        <>
          {event.data.used} of {event.data.limit} <Said>questions of this month are used.</Said>
        </>
      );
    case "import_progress":
      return <Imported {...event.data} />;
  }
}

function Imported(data: Extract<ActivityEvent, { type: "import_progress" }>["data"]) {
  const parts = [
    [data.created, "notes stored"],
    [data.linked, "links made"],
    [data.exists, "here already"],
    [data.failed, "refused"],
  ] as const;
  return (
    <>
      <Said>Imported:</Said>{" "}
      {parts
        .filter(([many]) => many > 0)
        .map(([many, what]) => `${count.format(many)} ${what}`)
        .join(", ")}
    </>
  );
}

function Said({ children }: { readonly children: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}
