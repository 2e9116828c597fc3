import type { NamedNote, Review } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { Cause } from "./find-causes.ts";

/** Returns a cause with the titles of its notes; null when its note has been deleted meanwhile. */
export type NameCause = (cause: Cause) => Review["cause"] | null;

/** Reads the notes that causes name, and others by id. */
export async function readCauses(
  ctx: ServiceContext,
  causes: readonly Cause[],
  otherIds: readonly string[] = [],
): Promise<{ readonly notes: ReadonlyMap<string, StoredNote>; readonly nameCause: NameCause }> {
  const notes = await getNotes(ctx, [...otherIds, ...causes.flatMap(({ id, now }) => [id, ...now])]);
  return {
    notes,
    nameCause({ id, kind, since, now }) {
      const note = notes.get(id);
      return note ? { ...nameOf(note), kind, since, now: namesOf(now, notes) } : null;
    },
  };
}

export function nameOf({ id, title }: StoredNote): NamedNote {
  return { id, title };
}

/** Returns the live notes among the ids by their titles, in the order of the ids. */
export function namesOf(ids: readonly string[], notes: ReadonlyMap<string, StoredNote>): NamedNote[] {
  return ids.flatMap((id) => {
    const note = notes.get(id);
    return note ? [nameOf(note)] : [];
  });
}
