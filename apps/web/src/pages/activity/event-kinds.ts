import type { ActivityEvent, ActivityEventName } from "@knote/contract";

export type EventKind = "notes" | "links" | "questions" | "imports" | "quota" | "webhooks";

export const EVENT_KINDS: readonly { readonly kind: EventKind; readonly label: string }[] = [
  { kind: "notes", label: "Notes" },
  { kind: "links", label: "Links" },
  { kind: "questions", label: "Questions" },
  { kind: "imports", label: "Imports" },
  { kind: "quota", label: "Quota" },
  { kind: "webhooks", label: "Webhooks" },
];

const KIND_OF: Readonly<Record<ActivityEventName, EventKind>> = {
  note_created: "notes",
  note_updated: "notes",
  note_deleted: "notes",
  note_restored: "notes",
  note_linked: "links",
  note_unlinked: "links",
  recall_query: "questions",
  model_used: "questions",
  import_progress: "imports",
  quota_warning: "quota",
  webhook_failing: "webhooks",
  webhook_stopped: "webhooks",
};

export function kindOf(event: ActivityEvent): EventKind {
  return KIND_OF[event.type];
}
