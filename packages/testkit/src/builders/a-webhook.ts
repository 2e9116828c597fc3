import { PLANNED_EVENTS } from "@knote/contract";
import type { NewMessage, NewWebhook } from "@knote/api";
import { createIdSource, freshId } from "./fresh-id.ts";

const nextId = createIdSource();

/** Builds a webhook for all events. */
export function aWebhook(fields: Partial<NewWebhook> = {}): NewWebhook {
  return {
    id: nextId(),
    url: "https://example.com/hooks/knote",
    events: PLANNED_EVENTS,
    payload: "documented",
    name: "",
    secret: "sealed",
    madeWith: "sign-in",
    createdAt: Date.now(),
    ...fields,
  };
}

/** Builds a message of a note that was created; each sorts after the earlier ones. */
export function aMessage(fields: Partial<NewMessage> = {}): NewMessage {
  const noteId = fields.noteIds?.[0] ?? freshId();
  return {
    id: `msg_${nextId().replaceAll("-", "")}`,
    event: "note.created",
    timestamp: new Date().toISOString(),
    noteIds: [noteId],
    data: JSON.stringify({ id: noteId, title: "Owls hunt at night", note_type: "fact" }),
    detail: JSON.stringify({ state: "active", tags: ["birds"] }),
    ...fields,
  };
}
