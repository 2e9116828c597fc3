import type { ActivityEvent } from "@knote/contract";

/** A `recall_query` that tests tell apart by its text. */
export function anEvent(query: string = "What do I know?"): ActivityEvent {
  return { type: "recall_query", data: { query }, timestamp: new Date().toISOString() };
}
