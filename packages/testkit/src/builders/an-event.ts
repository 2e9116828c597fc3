import type { ActivityEvent } from "@knote/contract";

/** Builds a `recall_query`, which tests identify by its text. */
export function anEvent(query: string = "What do I know?"): ActivityEvent {
  return { type: "recall_query", data: { query }, timestamp: new Date().toISOString() };
}
