import type { ActivityEvent, Link } from "@knote/contract";
import type { StoredNote } from "../ports/note-store.ts";

export function noteCreated(note: StoredNote): ActivityEvent {
  return { type: "note_created", data: { title: note.title, note_type: note.note_type }, timestamp: note.created_at };
}

export function noteUpdated(note: StoredNote): ActivityEvent {
  return { type: "note_updated", data: { id: note.id, title: note.title }, timestamp: note.updated_at };
}

export function noteDeleted(note: StoredNote, timestamp: string): ActivityEvent {
  return { type: "note_deleted", data: { id: note.id, title: note.title }, timestamp };
}

export function noteRestored(note: StoredNote, timestamp: string): ActivityEvent {
  return { type: "note_restored", data: { id: note.id, title: note.title }, timestamp };
}

/** `source` and `target` are titles. */
export function noteLinked(link: Link, source: StoredNote, target: StoredNote): ActivityEvent {
  return {
    type: "note_linked",
    data: { source: source.title, target: target.title, relation: link.relation },
    timestamp: link.created_at,
  };
}

export function noteUnlinked(source: StoredNote, timestamp: string): ActivityEvent {
  return { type: "note_unlinked", data: { id: source.id, title: source.title }, timestamp };
}
