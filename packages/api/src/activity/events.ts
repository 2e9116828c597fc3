import type { ActivityEvent, Link } from "@knote/contract";
import type { StoredNote } from "../ports/note-store.ts";

export function noteCreated(note: StoredNote): ActivityEvent {
  return {
    type: "note_created",
    data: { title: note.title, note_type: note.note_type },
    timestamp: note.created_at,
    note_ids: [note.id],
  };
}

export function noteUpdated(note: StoredNote): ActivityEvent {
  return about("note_updated", note, note.updated_at);
}

export function noteDeleted(note: StoredNote, timestamp: string): ActivityEvent {
  return about("note_deleted", note, timestamp);
}

export function noteRestored(note: StoredNote, timestamp: string): ActivityEvent {
  return about("note_restored", note, timestamp);
}

/** `source` and `target` are titles. */
export function noteLinked(link: Link, source: StoredNote, target: StoredNote): ActivityEvent {
  return {
    type: "note_linked",
    data: { source: source.title, target: target.title, relation: link.relation },
    timestamp: link.created_at,
    note_ids: [source.id, target.id],
  };
}

export function noteUnlinked(source: StoredNote, targetId: string, timestamp: string): ActivityEvent {
  return {
    type: "note_unlinked",
    data: { id: source.id, title: source.title },
    timestamp,
    note_ids: [source.id, targetId],
  };
}

type NoteEvent = Extract<ActivityEvent, { note_ids?: unknown }>;

const NOTE_EVENTS: ReadonlySet<string> = new Set<NoteEvent["type"]>([
  "note_created",
  "note_updated",
  "note_deleted",
  "note_restored",
  "note_linked",
  "note_unlinked",
]);

/** Whether the event reports a change of notes or their links. */
export function isAboutNotes(event: ActivityEvent): event is NoteEvent {
  return NOTE_EVENTS.has(event.type);
}

/** Returns the event with its documented fields only, for callers that did not ask for note ids. */
export function withoutNoteIds(event: ActivityEvent): ActivityEvent {
  if (!("note_ids" in event)) return event;
  const { note_ids: _, ...documented } = event;
  return documented;
}

function about(
  type: "note_updated" | "note_deleted" | "note_restored",
  { id, title }: StoredNote,
  timestamp: string,
): ActivityEvent {
  return { type, data: { id, title }, timestamp, note_ids: [id] };
}
