import * as z from "zod";
import { ImportCounts } from "./import.ts";
import { LIMITS } from "./limits.ts";
import { NoteId, NoteType, Relation, Timestamp } from "./note.ts";
import { pageLimit } from "./paging.ts";

function eventOf<Name extends string, Data extends z.ZodType>(name: Name, data: Data) {
  return z.object({ type: z.literal(name), data, timestamp: Timestamp });
}

/** The ids of the notes that an event is about. */
const note_ids = z
  .array(NoteId)
  .optional()
  .meta({ description: "The note; of a link its source, then its target. With `note_ids=true` only." });

function noteEventOf<Name extends string, Data extends z.ZodType>(name: Name, data: Data) {
  return eventOf(name, data).extend({ note_ids });
}

/** Something by its id, with words for people. */
const reference = z.object({ id: z.string(), title: z.string() });

/** The events that the interface documents. */
export const DOCUMENTED_EVENTS = ["note_created", "note_linked", "recall_query", "model_used"] as const;

/**
 * One entry of a user's activity. Carries `note_ids` only on request: the documented data line of the stream has
 * none, nor do events of earlier releases.
 */
export const ActivityEvent = z
  .discriminatedUnion("type", [
    noteEventOf("note_created", z.object({ title: z.string(), note_type: NoteType })),
    noteEventOf("note_linked", z.object({ source: z.string(), target: z.string(), relation: Relation })),
    eventOf("recall_query", z.object({ query: z.string() })),
    eventOf("model_used", z.object({ model: z.string() })),
    noteEventOf("note_updated", reference),
    noteEventOf("note_deleted", reference),
    noteEventOf("note_restored", reference),
    noteEventOf("note_unlinked", reference),
    eventOf("quota_warning", z.object({ used: z.int(), limit: z.int() })),
    eventOf("import_progress", ImportCounts),
    eventOf("webhook_failing", reference),
    eventOf("webhook_stopped", reference),
  ])
  .meta({ id: "ActivityEvent" });
export type ActivityEvent = z.infer<typeof ActivityEvent>;
export type ActivityEventName = ActivityEvent["type"];

export const ListActivityInput = z.object({
  limit: pageLimit(LIMITS.activityPage).optional().default(100),
  note_ids: z
    .boolean({ error: "note_ids must be true or false." })
    .optional()
    .default(false)
    .meta({ description: "Whether events name the notes that they are about." }),
});
export type ListActivityInput = z.infer<typeof ListActivityInput>;

export const ActivityList = z
  .object({ events: z.array(z.object({ id: z.string(), event: z.string(), data: ActivityEvent })) })
  .meta({ id: "ActivityList" });
export type ActivityList = z.infer<typeof ActivityList>;
