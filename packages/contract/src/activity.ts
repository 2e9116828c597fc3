import * as z from "zod";
import { ImportCounts } from "./import.ts";
import { LIMITS } from "./limits.ts";
import { NoteType, Relation, Timestamp } from "./note.ts";
import { pageLimit } from "./paging.ts";

function eventOf<Name extends string, Data extends z.ZodType>(name: Name, data: Data) {
  return z.object({ type: z.literal(name), data, timestamp: Timestamp });
}

const noteReference = z.object({ id: z.string(), title: z.string() });

/** The events that the interface documents. */
export const DOCUMENTED_EVENTS = ["note_created", "note_linked", "recall_query", "model_used"] as const;

/** One thing that happened, as it stands on the data line of the stream. */
export const ActivityEvent = z
  .discriminatedUnion("type", [
    eventOf("note_created", z.object({ title: z.string(), note_type: NoteType })),
    eventOf("note_linked", z.object({ source: z.string(), target: z.string(), relation: Relation })),
    eventOf("recall_query", z.object({ query: z.string() })),
    eventOf("model_used", z.object({ model: z.string() })),
    eventOf("note_updated", noteReference),
    eventOf("note_deleted", noteReference),
    eventOf("note_restored", noteReference),
    eventOf("note_unlinked", noteReference),
    eventOf("quota_warning", z.object({ used: z.int(), limit: z.int() })),
    eventOf("import_progress", ImportCounts),
  ])
  .meta({ id: "ActivityEvent" });
export type ActivityEvent = z.infer<typeof ActivityEvent>;
export type ActivityEventName = ActivityEvent["type"];

export const ListActivityInput = z.object({ limit: pageLimit(LIMITS.activityPage).optional().default(100) });
export type ListActivityInput = z.infer<typeof ListActivityInput>;

export const ActivityList = z
  .object({ events: z.array(z.object({ id: z.string(), event: z.string(), data: ActivityEvent })) })
  .meta({ id: "ActivityList" });
export type ActivityList = z.infer<typeof ActivityList>;
