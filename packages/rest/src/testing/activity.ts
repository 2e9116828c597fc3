import type { ActivityEvent } from "@knote/contract";
import { type OpenEvents } from "@knote/testkit";
import type { TestApp } from "./start-app.ts";

export const STREAM = "GET /api/activity/stream";

/** Returns the texts of the received `recall_query` events. */
export function queries(events: OpenEvents): string[] {
  return events.messages.filter(({ event }) => event === "recall_query").map(({ data }) => data.data.query as string);
}

export async function append(app: TestApp, userId: string, ...events: ActivityEvent[]): Promise<void> {
  await app.services.storage.activity.append(userId, events);
}
