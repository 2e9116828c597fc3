import type { ActivityEvent } from "@knote/contract";
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
  Webhook,
  WebhookOff,
} from "lucide-react";
import { SentenceOf } from "../../features/activity/sentence-of.tsx";

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
  webhook_failing: Webhook,
  webhook_stopped: WebhookOff,
};
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** One event with its icon, description and time. */
export function EventLine({ event }: { readonly event: ActivityEvent }) {
  const Icon = ICONS[event.type];
  return (
    <li className="flex items-baseline gap-3 border-b border-line py-2.5 last:border-0">
      <Icon size={15} aria-hidden className="shrink-0 translate-y-0.5 text-muted" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <SentenceOf event={event} />
      </div>
      <time dateTime={event.timestamp} className="text-xs whitespace-nowrap text-muted tabular-nums">
        {clock.format(new Date(event.timestamp))}
      </time>
    </li>
  );
}
