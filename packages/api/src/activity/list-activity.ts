import type { ActivityList, ListActivityInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { withoutNoteIds } from "./events.ts";

/** Returns the caller's latest events of every kind, newest first. */
export async function listActivity(ctx: ServiceContext, input: ListActivityInput): Promise<ActivityList> {
  const loggedEvents = await ctx.storage.activity.latest(ctx.actor.userId, input.limit);
  const shownEvents = input.note_ids
    ? loggedEvents
    : loggedEvents.map(({ id, event }) => ({ id, event: withoutNoteIds(event) }));
  return { events: shownEvents.map(({ id, event }) => ({ id, event: event.type, data: event })) };
}
