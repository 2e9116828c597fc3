import type { ServiceContext } from "../context.ts";
import { conflict } from "../errors.ts";
import { stateOf } from "../kit/state-of.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { StoredNote } from "../ports/note-store.ts";

/** Returns the states. Throws CONFLICT when a note is superseded or archived. */
export async function refuseUnlessStanding(
  ctx: ServiceContext,
  notes: readonly StoredNote[],
  verb: "merge" | "split",
): Promise<DerivedStates> {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  for (const note of notes) {
    const state = stateOf(note, states);
    if (state === "superseded") throw conflict(`“${note.title}” is superseded: ${verb} what replaced it.`);
    if (state === "archived") throw conflict(`“${note.title}” is archived: take it out of the archive first.`);
  }
  return states;
}
