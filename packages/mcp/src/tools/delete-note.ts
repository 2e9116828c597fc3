import { DAY_MS, LIMITS, Timestamp } from "@knote/contract";
import * as z from "zod";
import { GivenId } from "./shown-note.ts";
import { defineTool, writes } from "./tool.ts";

export const deleteNote = defineTool({
  name: "delete_note",
  description:
    "Delete a note and its links. Only when the user asks for it. restore_note brings it back within 30 days.",
  scope: "notes:write",
  annotations: writes(true, true),
  input: z.object({ id: GivenId }),
  output: z.object({ deleted: z.literal(true), restorable_until: Timestamp }),
  async call({ caller, now }, { id }) {
    const restorableUntil = new Date(now() + LIMITS.trashDays * DAY_MS).toISOString();
    // Never `purge`: nothing that a model does is final.
    await caller.notes.delete({ id });
    return { deleted: true as const, restorable_until: restorableUntil };
  },
});
